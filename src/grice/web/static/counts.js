// Counts that must sum: steppers, what is still to be placed, and a button that waits for the sum.
const form = document.querySelector("form[data-size]");

if (form) {
  const size = Number(form.dataset.size);
  const inputs = [...form.querySelectorAll(".step input")];
  const left = form.querySelector(".left");
  const words = left.querySelector("span");
  const next = form.querySelector(".primary");
  const value = (input) => Math.max(0, Math.trunc(Number(input.value)) || 0);

  const show = () => {
    const rest = size - inputs.reduce((sum, input) => sum + value(input), 0);
    const things = (n) => `${n} ${n === 1 ? "object" : "objects"}`;
    words.textContent = rest > 0 ? `${things(rest)} still to place` : rest < 0 ? `${things(-rest)} too many` : "All objects are placed";
    left.classList.toggle("done", rest === 0);
    left.classList.toggle("over", rest < 0);
    next.setAttribute("aria-disabled", String(rest !== 0));
    return rest;
  };

  for (const button of form.querySelectorAll("[data-by]")) {
    button.addEventListener("click", () => {
      const input = document.getElementById(button.dataset.for);
      input.value = Math.min(size, Math.max(0, value(input) + Number(button.dataset.by)));
      show();
      form.dispatchEvent(new Event("changed"));
    });
  }
  for (const input of inputs) {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", show);
  }
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name === "not_understood") return;
    if (show() !== 0) {
      event.preventDefault();
      event.stopImmediatePropagation();
      left.setAttribute("tabindex", "-1");
      left.focus();
    }
  }, true);
  show();
}

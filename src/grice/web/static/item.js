// An item's page: keeps what was typed, measures the time the page is open, notes pasting where that was agreed to.
const form = document.querySelector("form[data-item]");
const saved = document.querySelector(".saved");

if (form) {
  let seconds = Number(form.dataset.seconds) || 0;
  let since = document.hidden ? 0 : performance.now();
  let timer = 0;
  let changed = false;
  let sending = false;

  const spent = () => seconds + (since ? (performance.now() - since) / 1000 : 0);

  const fields = () => {
    const draft = {};
    for (const [name, value] of new FormData(form)) {
      if (name !== "form_token" && name !== "item") draft[name] = value;
    }
    draft.seconds = spent().toFixed(2);
    return draft;
  };

  const post = async () => {
    clearTimeout(timer);
    if (!changed || sending) return;
    changed = false;
    try {
      const answer = await fetch("/api/draft", {
        method: "POST",
        keepalive: true,
        headers: { "Content-Type": "application/json", "X-Form-Token": form.elements.form_token.value },
        body: JSON.stringify({ item: form.dataset.item, draft: fields() }),
      });
      // What was typed while it was on its way is not saved by it.
      if (saved && !changed) saved.textContent = answer.ok ? "Saved" : "Not saved";
    } catch {
      changed = true;
      timer = setTimeout(keep, 2000);
      if (saved) saved.textContent = "Not saved yet: no connection";
    }
  };

  // One draft after the other: an older one that arrives later would be kept.
  let last = Promise.resolve();
  const keep = () => { last = last.then(post); };

  const touched = () => {
    changed = true;
    if (saved) saved.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(keep, 500);
  };

  form.addEventListener("input", touched);
  form.addEventListener("changed", touched);
  if (form.dataset.notePasted) {
    form.addEventListener("paste", () => { form.elements.pasted.value = "1"; });
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      seconds = spent();
      since = 0;
      keep();
    } else {
      since = performance.now();
    }
  });
  addEventListener("pagehide", post);
  form.addEventListener("submit", () => {
    sending = true;
    form.elements.seconds.value = spent().toFixed(2);
  });
  // A page shown again from the browser's memory may be an old one.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

// The researcher's overview: the numbers are fetched again every ten seconds, while the page is in view.
const live = document.querySelector("#live");

const refresh = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch("/researcher");
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#live");
    if (fresh && !live.contains(document.activeElement)) live.replaceChildren(...fresh.childNodes);
  } catch {
    // No connection: the next time.
  }
};

if (live) setInterval(refresh, 10_000);

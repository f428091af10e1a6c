// The researcher's overview: the numbers are fetched again every ten seconds, while the page is in view.
const live = document.querySelector("#live");

const refresh = async () => {
  try {
    const answer = document.hidden ? null : await fetch("/researcher");
    const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#live");
    if (fresh && !live.contains(document.activeElement)) live.replaceChildren(...fresh.childNodes);
  } catch {
    // No connection: the next time.
  }
  setTimeout(refresh, 10_000);
};

if (live) setTimeout(refresh, 10_000);

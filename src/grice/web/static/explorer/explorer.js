// The explorer: four tabs on one page, each with an address for everything it shows.
const TABS = ["reference", "quantities", "graph", "corpus"];
const links = [...document.querySelectorAll("[data-tab]")];
const opened = new Map();

const here = () => TABS.find((tab) => location.pathname === `/${tab}`) ?? TABS[0];

async function show() {
  const name = here();
  const query = new URLSearchParams(location.search);
  for (const link of links) link.toggleAttribute("aria-current", false);
  const link = links.find((one) => one.dataset.tab === name);
  link.setAttribute("aria-current", "page");
  document.title = `${link.textContent} · grice`;
  const section = document.getElementById(name);
  // Kept before it is there, so that a tab that is left and entered again meanwhile is opened once.
  if (!opened.has(name)) opened.set(name, import(`./${name}.js`).then((tab) => tab.open(section)));
  const fill = await opened.get(name).catch((error) => {
    document.querySelector("#unopened").hidden = false;
    throw error;
  });
  // Shown once its fields are filled: whatever is typed before that would be written over.
  const filled = fill(query);
  for (const tab of TABS) document.getElementById(tab).hidden = tab !== here();
  await filled;
  section.dataset.ready = "1";
}

for (const link of links) {
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-current")) return;
    history.pushState(null, "", link.getAttribute("href"));
    show();
  });
}
addEventListener("popstate", show);
show();

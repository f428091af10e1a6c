// The explorer: four tabs on one page, each with an address for everything it shows.
const TABS = ["reference", "quantities", "graph", "corpus"];
const links = [...document.querySelectorAll("[data-tab]")];
const opened = new Map();

async function show() {
  const name = TABS.find((tab) => location.pathname === `/${tab}`) ?? TABS[0];
  for (const tab of TABS) document.getElementById(tab).hidden = tab !== name;
  for (const link of links) link.toggleAttribute("aria-current", false);
  const link = links.find((one) => one.dataset.tab === name);
  link.setAttribute("aria-current", "page");
  document.title = `${link.textContent} · grice`;
  const section = document.getElementById(name);
  if (!opened.has(name)) opened.set(name, (await import(`./${name}.js`)).open(section));
  await opened.get(name)(new URLSearchParams(location.search));
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

// What every tab is made of: elements, questions to the server, trouble in words, and the address of the page.
const SVG = "http://www.w3.org/2000/svg";

export const menus = JSON.parse(document.querySelector("#menus").dataset.menus);
export const limits = JSON.parse(document.querySelector("#menus").dataset.limits);

// Text is always set as text, so that nothing that somebody typed is ever markup.
function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const make = (tag, attributes, ...children) => made(document.createElement(tag), attributes, children);
export const draw = (tag, attributes, ...children) => made(document.createElementNS(SVG, tag), attributes, children);

// A drawing or a marked text that the server made, every word of it escaped there; no script in it could run.
export function fragment(markup) {
  const found = new DOMParser().parseFromString(markup, "text/html").body;
  for (const one of found.querySelectorAll("script, style, link, iframe, object")) one.remove();
  return [...found.childNodes].map((node) => document.importNode(node, true));
}

export async function ask(name, body, signal) {
  let answer;
  try {
    answer = await fetch(`/api/${name}`, {
      method: "POST",
      headers: body instanceof Blob ? {} : { "Content-Type": "application/json" },
      body: body instanceof Blob ? body : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw { error: "The explorer does not answer. Is it still running?", needed: "", fix: "grice explore" };
  }
  const found = await answer.json().catch(() => null);
  // A question that was overtaken while its answer came in is no broken answer.
  signal?.throwIfAborted();
  if (found === null) throw { error: `The answer (${answer.status}) could not be read.` };
  if (!answer.ok) throw found;
  return found;
}

// Only the last of several questions is answered: what was asked before is out of date.
export function latest(act) {
  let running = null;
  return async (...given) => {
    running?.abort();
    const mine = (running = new AbortController());
    try {
      return await act(mine.signal, ...given);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      throw error;
    }
  };
}

export function soon(act, wait = 150) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), wait);
  };
}

export function trouble(place, error) {
  if (!error) return place.replaceChildren();
  if (error instanceof Error) throw error;
  const said = [error.error, error.needed && `Needed: ${error.needed}.`, error.fix && `Try: ${error.fix}`];
  return place.replaceChildren(make("p", { class: "alert", role: "alert" }, said.filter(Boolean).join(" ")));
}

// The state of a tab is its address; what is as it always is needs no mention.
export function remember(tab, state) {
  const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value !== null && value !== undefined));
  const address = `/${tab}${query.size ? `?${query}` : ""}`;
  document.querySelector(`[data-tab="${tab}"]`).setAttribute("href", address);
  if (location.pathname === `/${tab}`) history.replaceState(null, "", address);
}

export const part = (section, name) => section.querySelector(`[data-part="${name}"]`);
export const number = (value, digits = 2) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(digits));
export const many = (count, one, several = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : several}`;

export function level(share, title = null) {
  const bar = make("span", { class: "level" });
  bar.style.width = `${Math.max(0, Math.min(1, share || 0)) * 100}%`;
  return make("span", { class: "track", title }, bar);
}

export function scrolled(label, ...children) {
  return make("div", { class: "scroll", role: "region", "aria-label": label, tabindex: "0" }, ...children);
}

export function table(label, head, rows) {
  const cell = (value, i, tag) => make(tag, { class: head[i].number ? "n" : head[i].words ? "words" : null, scope: tag === "th" ? "col" : null, title: tag === "th" ? head[i].title : null }, value);
  return scrolled(label, make("table", {}, make("thead", {}, make("tr", {}, head.map((one, i) => cell(one.name, i, "th")))), make("tbody", {}, rows.map((row) => make("tr", {}, row.map((value, i) => cell(value, i, "td")))))));
}

// The annotation page: words are marked, become objects, attributes, quantities and relations; the graph is drawn as it grows.
import { draw } from "./graph.js";

const page = document.querySelector("form[data-annotation]");
const data = document.querySelector("#data").dataset;
const read = (name) => JSON.parse(data[name]);
const units = read("units");
const numbers = read("numbers");
const lists = { verb: read("verbs"), preposition: read("prepositions") };
const words = [...document.querySelectorAll(".w")];
const status = document.querySelector(".status");
const facts = document.querySelector("#facts");
const field = page.elements.graph;
const ranks = new Map();
const hasPicture = Number(data.pictures) > 0;
const unitWords = { group: "gr", groups: "gr", bunch: "gr", pair: "pr", pairs: "pr", part: "pa", piece: "pa", pieces: "pa", slice: "sl", slices: "sl" };

let form = whole(read("form"));
let past = [];
let future = [];
let marked = null;
let anchor = 0;
let drawing = null;

function whole(given) {
  const found = structuredClone(given || {});
  for (const name of ["objects", "attributes", "relations"]) found[name] ||= [];
  for (const one of found.objects) one.mentions ||= [];
  return found;
}

const say = (text) => { status.textContent = text; };
const textOf = ([from, to]) => words.slice(from, to).map((word) => word.textContent).join(" ").toLowerCase();
const nameOf = (i) => form.objects[i].name || "object";
const distance = (one, span) => (!one ? 1e6 : one[0] >= span[1] ? one[0] - span[1] : one[1] <= span[0] ? span[0] - one[1] : 0);

function change(act, said) {
  const before = JSON.stringify(form);
  act();
  if (JSON.stringify(form) === before) return;
  past.push(before);
  future = [];
  show();
  say(said);
}

function travel(from, to, said) {
  if (!from.length) return say("Nothing to " + said + ".");
  to.push(JSON.stringify(form));
  form = JSON.parse(from.pop());
  show();
  say(said === "undo" ? "Undone." : "Done again.");
}

// Which object do marked words belong to? The nearest, one that follows before one that precedes.
function nearest(span, side = "any", besides = -1) {
  let best = -1;
  let least = Infinity;
  form.objects.forEach((one, i) => {
    if (i === besides || !one.words) return;
    const after = one.words[0] >= span[1];
    if (side === "before" && after) return;
    if (side === "after" && !after) return;
    const far = distance(one.words, span) + (after || side !== "any" ? 0 : 0.5);
    if (far < least) { least = far; best = i; }
  });
  return best;
}

const acts = {
  object() {
    if (!marked) return say("Mark the words of an object first.");
    const span = marked;
    if (form.objects.some((one) => one.words && one.words[0] < span[1] && one.words[1] > span[0])) return say("These words are an object already.");
    change(() => {
      form.objects.push({ name: textOf(span), words: span, number: "", unit: "", implied: false, mentions: [], box: null });
    }, `Object: ${textOf(span)}.`);
    mark(null);
  },
  attribute() {
    if (!marked) return say("Mark the words of an attribute first.");
    const span = marked;
    const object = nearest(span);
    if (object < 0) return say("Mark an object first, then its attributes.");
    change(() => form.attributes.push({ object, value: textOf(span), words: span, denied: false }), `${nameOf(object)} is ${textOf(span)}.`);
    mark(null);
  },
  quantity() {
    if (!marked) return say("Mark the words that say how many.");
    const span = marked;
    const object = nearest(span);
    if (object < 0) return say("Mark an object first.");
    const said = textOf(span).split(" ");
    const number = said.map((word) => numbers[word] || (/^\d+$/.test(word) ? word : word === "many" || word === "several" ? "many" : "")).find(Boolean);
    const unit = said.map((word) => unitWords[word]).find(Boolean) || "";
    change(() => {
      form.objects[object].number = number || (unit ? "1" : "many");
      form.objects[object].unit = unit;
      form.objects[object].implied = false;
    }, `${nameOf(object)}: ${number || (unit ? "1" : "many")} ${units[unit] || ""}`);
    mark(null);
  },
  mention() {
    if (!marked) return say("Mark the words that refer to an object.");
    const span = marked;
    const object = nearest(span, "before") >= 0 ? nearest(span, "before") : nearest(span);
    if (object < 0) return say("Mark the object first.");
    change(() => form.objects[object].mentions.push(span), `“${textOf(span)}” is ${nameOf(object)}.`);
    mark(null);
  },
  relation() {
    if (form.objects.length < 2) return say("A relation needs two objects.");
    const order = form.objects.map((_, i) => i).sort((a, b) => (form.objects[a].words?.[0] ?? 1e6) - (form.objects[b].words?.[0] ?? 1e6));
    let subject;
    let object;
    if (marked) {
      subject = nearest(marked, "before");
      object = nearest(marked, "after");
    }
    if (!marked || subject < 0 || object < 0) {
      const known = new Set(form.relations.map((one) => `${one.subject},${one.object}`));
      const pairs = order.slice(1).map((one, i) => [order[i], one]);
      [subject, object] = pairs.find(([a, b]) => !known.has(`${a},${b}`)) || [order[0], order[1]];
    }
    const place = form.relations.length;
    change(() => form.relations.push({ subject, object, verb: "", preposition: "", passive: false, denied: false }), `${nameOf(subject)} … ${nameOf(object)}`);
    mark(null);
    propose(place);
  },
  undo() { travel(past, future, "undo"); },
  redo() { travel(future, past, "redo"); },
};

// The likeliest verbs and prepositions of a pair; the surest are filled in where nothing is chosen yet.
async function rank(subject, object) {
  const [one, other] = [form.objects[subject], form.objects[object]];
  const key = JSON.stringify([one.name, one.words, other.name, other.words]);
  if (!ranks.has(key)) {
    const answer = await fetch("/api/ranked", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Form-Token": page.elements.form_token.value },
      body: JSON.stringify({ item: page.dataset.item, subject: { name: one.name, words: one.words }, object: { name: other.name, words: other.words } }),
    });
    if (!answer.ok) return null;
    ranks.set(key, await answer.json());
  }
  return ranks.get(key);
}

async function propose(place) {
  const relation = form.relations[place];
  const before = document.activeElement;
  const found = relation && await rank(relation.subject, relation.object).catch(() => null);
  if (!found || form.relations[place] !== relation) return ranked();
  if (!relation.verb && !relation.preposition) {
    relation.verb = found.verb;
    relation.preposition = found.preposition;
    relation.passive = found.passive;
  }
  // Whoever has gone on to something else meanwhile is not called back.
  const went = document.activeElement !== before;
  show();
  if (went) return;
  facts.querySelector(`[data-key="relations.${place}.verb"]`)?.focus();
  say(`${nameOf(relation.subject)} ${[relation.verb, relation.preposition].filter(Boolean).join(" ") || "…"} ${nameOf(relation.object)}`);
}

// Fresh lists of verbs and prepositions alone: what is being typed elsewhere stays as it is.
function ranked() {
  for (const old of facts.querySelectorAll("select.ranked")) {
    const [, place, name] = old.dataset.key.split(".");
    settle(old, labelSelect(Number(place), name, name));
  }
}

function mark(span, focus = true) {
  marked = span;
  words.forEach((word, i) => word.setAttribute("aria-pressed", String(Boolean(span) && i >= span[0] && i < span[1])));
  if (focus && !span) words[anchor]?.focus();
}

function move(to, extend) {
  const here = Math.max(0, Math.min(words.length - 1, to));
  words.forEach((word, i) => { word.tabIndex = i === here ? 0 : -1; });
  words[here].focus();
  if (extend) mark([Math.min(anchor, here), Math.max(anchor, here) + 1]);
  else { anchor = here; mark([here, here + 1]); }
}

for (const [i, word] of words.entries()) {
  word.addEventListener("click", (event) => move(i, event.shiftKey));
  word.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -words.length, End: words.length }[event.key];
    if (!step) return;
    event.preventDefault();
    move(i + step, event.shiftKey);
  });
}
for (const button of document.querySelectorAll("[data-act]")) button.addEventListener("click", () => acts[button.dataset.act]());
for (const button of document.querySelectorAll("[data-start]")) {
  button.addEventListener("click", () => change(() => { form = whole(JSON.parse(button.dataset.start)); }, `Started again from ${button.textContent}.`));
}

const keys = { o: "object", a: "attribute", q: "quantity", c: "mention", r: "relation" };
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input[type=text], select, textarea");
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); page.requestSubmit(page.querySelector(".primary")); return; }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.matches?.("input[type=text], textarea")) { event.preventDefault(); acts[event.shiftKey ? "redo" : "undo"](); return; }
  if (event.key === "Escape") { drawing = null; mark(null); return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keys[event.key.toLowerCase()];
  if (act) { event.preventDefault(); acts[act](); }
});

// The facts as rows of controls; each knows its place in the form, and asks the form what is there when it is used.
const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== false && value != null) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
};
const key = (...parts) => parts.join(".");
const option = (value, text, chosen) => { const made = element("option", { value }, text); made.selected = chosen; return made; };

function objectSelect(list, place, name, label) {
  const chosen = form[list][place][name];
  const select = element("select", { "data-key": key(list, place, name), "aria-label": label });
  form.objects.forEach((one, i) => select.append(option(i, one.name + (form.objects.slice(0, i).some((other) => other.name === one.name) ? " (again)" : ""), i === chosen)));
  select.addEventListener("change", () => change(() => { form[list][place][name] = Number(select.value); }, "Changed."));
  return select;
}

function labelSelect(place, name, label) {
  const relation = form.relations[place];
  const [one, other] = [form.objects[relation.subject], form.objects[relation.object]];
  const best = ranks.get(JSON.stringify([one.name, one.words, other.name, other.words]));
  const likely = best ? best[`${name}s`] : [];
  const chosen = relation[name];
  const select = element("select", { "data-key": key("relations", place, name), "aria-label": label, class: "ranked" });
  select.append(option("", `no ${name}`, !chosen));
  if (chosen && !likely.includes(chosen) && !lists[name].includes(chosen)) select.append(option(chosen, chosen, true));
  const groups = likely.length ? [["likeliest", likely], ["all others", lists[name].filter((label) => !likely.includes(label)).sort()]] : [["all", [...lists[name]].sort()]];
  for (const [title, labels] of groups) select.append(element("optgroup", { label: title }, ...labels.map((label) => option(label, label, label === chosen))));
  select.addEventListener("change", () => change(() => {
    const here = form.relations[place];
    here[name] = select.value;
    if (!here.verb) here.passive = false;
  }, "Changed."));
  select.addEventListener("focus", () => {
    const here = form.relations[place];
    rank(here.subject, here.object).then((found) => found && ranked()).catch(() => null);
  });
  return select;
}

function tick(list, place, name, text) {
  const box = element("input", { type: "checkbox", "data-key": key(list, place, name) });
  box.checked = Boolean(form[list][place][name]);
  box.addEventListener("change", () => change(() => { form[list][place][name] = box.checked; }, "Changed."));
  return element("label", {}, box, text);
}

function typed(list, place, name, label, className = "") {
  const input = element("input", { type: "text", value: form[list][place][name] ?? "", "data-key": key(list, place, name), "aria-label": label, class: className, maxlength: 80 });
  input.addEventListener("change", () => change(() => { form[list][place][name] = input.value.trim().toLowerCase(); }, "Changed."));
  return input;
}

function remover(list, place, label) {
  const button = element("button", { type: "button", class: "gone", "aria-label": `remove ${label}`, "data-key": key(list, place, "gone") }, "×");
  button.addEventListener("click", () => change(() => remove(list, place), `Removed ${button.getAttribute("aria-label").slice("remove ".length)}.`));
  return button;
}

function remove(list, place) {
  form[list].splice(place, 1);
  if (list !== "objects") return;
  const kept = (i) => i !== place;
  const moved = (i) => (i > place ? i - 1 : i);
  form.attributes = form.attributes.filter((one) => kept(one.object)).map((one) => ({ ...one, object: moved(one.object) }));
  form.relations = form.relations.filter((one) => kept(one.subject) && kept(one.object)).map((one) => ({ ...one, subject: moved(one.subject), object: moved(one.object) }));
}

const colour = (i) => `k${(i % 6) + 1}`;

function objectRow(one, place) {
  const row = element("div", { class: `fact ${colour(place)}` }, element("span", { class: "dot", "aria-hidden": "true" }), typed("objects", place, "name", "name of the object"));
  row.append(typed("objects", place, "number", `how many ${one.name}: a number or many`, "count"));
  row.lastChild.placeholder = "count";
  const unit = element("select", { "data-key": key("objects", place, "unit"), "aria-label": `unit of ${one.name}` }, option("", "no unit", !one.unit), ...Object.entries(units).map(([value, text]) => option(value, text, value === one.unit)));
  unit.addEventListener("change", () => change(() => {
    const here = form.objects[place];
    here.unit = unit.value;
    if (here.unit && !here.number) here.number = "1";
  }, "Changed."));
  row.append(unit, tick("objects", place, "denied", "not there"));
  if (hasPicture) {
    row.append(tick("objects", place, "implied", "seen in the picture only"));
    const button = element("button", { type: "button", "data-key": key("objects", place, "box") }, one.box ? "draw its box again" : "draw its box");
    button.addEventListener("click", () => { drawing = place; photo.classList.add("draws"); sketch = form.objects[place].box || [0.4, 0.4, 0.2, 0.2]; boxes(sketch); photo.focus(); say(`Where is ${nameOf(place)}? Drag over the picture, or use the arrow keys, with shift for the size, and Enter.`); });
    row.append(button);
  }
  one.mentions.forEach((span, i) => {
    const button = element("button", { type: "button", "data-key": key("objects", place, "mentions", i), "aria-label": `${textOf(span)} no longer refers to ${one.name}` }, `“${textOf(span)}” ×`);
    button.addEventListener("click", () => change(() => form.objects[place].mentions.splice(i, 1), "Removed."));
    row.append(button);
  });
  row.append(remover("objects", place, one.name));
  return row;
}

// What is on the page becomes what it should be, and a control that stays what it was stays the same element: a browser
// that finds options by the letters typed so far would begin anew with a new list.
function settle(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.dataset?.key !== fresh.dataset?.key) return old.replaceWith(fresh);
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  // A text that is being typed is not the form's yet: it stays unless the form has another.
  if (old.type === "text" && old.getAttribute("value") !== fresh.getAttribute("value")) old.value = fresh.value;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "SELECT") {
    const chosen = fresh.value;
    if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
    if (old.value !== chosen) old.value = chosen;
    return;
  }
  if (old.type === "checkbox") old.checked = fresh.checked;
  settleAll(old, [...fresh.childNodes]);
}

function settleAll(parent, fresh) {
  const old = [...parent.childNodes];
  old.slice(fresh.length).forEach((one) => one.remove());
  fresh.forEach((one, i) => (old[i] ? settle(old[i], one) : parent.append(one)));
}

function show() {
  const focused = document.activeElement?.dataset?.key;
  field.value = JSON.stringify(form);
  page.dispatchEvent(new Event("changed"));
  for (const [i, word] of words.entries()) {
    const inside = (span) => span && i >= span[0] && i < span[1];
    const own = form.objects.findIndex((one) => inside(one.words) || one.mentions.some(inside));
    const of = form.attributes.find((one) => inside(one.words));
    word.className = own >= 0 ? `w k ${colour(own)}` : of ? `w k of ${colour(of.object)}` : "w";
  }
  const sections = [];
  const section = (title, rows) => { if (rows.length) sections.push(element("h2", {}, title), ...rows); };
  section("Objects", form.objects.map(objectRow));
  section("Attributes", form.attributes.map((one, i) => element("div", { class: `fact ${colour(one.object)}` }, element("span", { class: "dot", "aria-hidden": "true" }), objectSelect("attributes", i, "object", "object of the attribute"), "is", typed("attributes", i, "value", "attribute"), tick("attributes", i, "denied", "not so"), remover("attributes", i, `attribute ${one.value}`))));
  section("Relations", form.relations.map((one, i) => element("div", { class: `fact ${colour(one.subject)}` }, element("span", { class: "dot", "aria-hidden": "true" }), objectSelect("relations", i, "subject", "subject"), labelSelect(i, "verb", "verb"), labelSelect(i, "preposition", "preposition"), objectSelect("relations", i, "object", "object"), tick("relations", i, "passive", "passive"), tick("relations", i, "denied", "not so"), remover("relations", i, "relation"))));
  settleAll(facts, sections);
  draw(document.querySelector("#graph"), form, units);
  boxes();
  const again = focused && facts.querySelector(`[data-key="${focused}"]`);
  if (again && again !== document.activeElement) again.focus();
}

// Boxes: dragged with a pointer over the picture, as shares of its width and height.
const photo = document.querySelector(".photo");
let sketch = null;
function boxes(extra = null) {
  if (!photo) return;
  const svg = document.querySelector("#boxes");
  const rect = (box, place) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    ["x", "y", "width", "height"].forEach((name, i) => made.setAttribute(name, `${box[i] * 100}%`));
    made.setAttribute("class", colour(place));
    return made;
  };
  const found = form.objects.flatMap((one, i) => (one.box ? [rect(one.box, i)] : []));
  svg.replaceChildren(...found, ...(extra ? [rect(extra, drawing)] : []));
}
function drawn(found) {
  const place = drawing;
  drawing = null;
  sketch = null;
  photo.classList.remove("draws");
  change(() => { form.objects[place].box = found.map((one) => Math.round(one * 1e4) / 1e4); }, `The box of ${nameOf(place)} is drawn.`);
  boxes();
}
if (photo) {
  let from = null;
  photo.addEventListener("keydown", (event) => {
    if (drawing === null) return;
    const by = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -0.02], ArrowDown: [0, 0.02] }[event.key];
    if (event.key === "Enter") { event.preventDefault(); drawn(sketch); return; }
    if (!by) return;
    event.preventDefault();
    const [x, y, width, height] = sketch;
    const within = (value, most) => Math.min(most, Math.max(0, value));
    sketch = event.shiftKey
      ? [x, y, Math.max(0.02, within(width + by[0], 1 - x)), Math.max(0.02, within(height + by[1], 1 - y))]
      : [within(x + by[0], 1 - width), within(y + by[1], 1 - height), width, height];
    boxes(sketch);
  });
  const at = (event) => {
    const area = photo.getBoundingClientRect();
    const share = (value, size) => Math.min(1, Math.max(0, value / size));
    return [share(event.clientX - area.left, area.width), share(event.clientY - area.top, area.height)];
  };
  const box = (to) => [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])].map((one) => Math.round(one * 1e4) / 1e4);
  photo.addEventListener("pointerdown", (event) => { if (drawing !== null) { from = at(event); photo.setPointerCapture(event.pointerId); event.preventDefault(); } });
  photo.addEventListener("pointermove", (event) => { if (from) boxes(box(at(event))); });
  photo.addEventListener("pointerup", (event) => {
    if (!from) return;
    const found = box(at(event));
    from = null;
    drawn(found);
  });
}

show();
for (const [i] of form.relations.entries()) rank(form.relations[i].subject, form.relations[i].object).then(() => ranked()).catch(() => null);
words[0]?.focus();

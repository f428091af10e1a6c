// Rooms and a caption: which of its words single out the target, and whom would listeners choose?
import { ask, fragment, latest, level, make, menus, number, part, remember, soon, trouble } from "./parts.js";

const menu = menus.reference;
const sizes = menu.features.map((feature) => feature.words.length);
const START = [118308, 235786];
const LETTERS = { d: true, e: false, r: false, od: true };
const LISTENERS = { literal: "Literal listener", rsa: "Rational listener" };

const indexes = (id) => sizes.map((_, i) => Math.floor(id / sizes.slice(i + 1).reduce((a, b) => a * b, 1)) % sizes[i]);
const idOf = (features) => features.reduce((id, index, i) => id * sizes[i] + index, 0);
const called = (place) => (place === 0 ? "the target" : `distractor ${place}`);

export function open(section) {
  const caption = section.querySelector("#caption");
  const speaker = section.querySelector("#speaker");
  const shared = section.querySelector("#shared");
  const rooms = part(section, "rooms");
  let ids = START;
  let seed = 0;
  // What was wrong with the address, as long as its rooms are not replaced.
  let doubt = null;

  const judge = latest(async (signal) => {
    remember("reference", { rooms: ids.join(","), caption: caption.value });
    try {
      const found = await ask("rooms", { rooms: ids, caption: caption.value }, signal);
      trouble(part(section, "trouble"), doubt);
      tell(found);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      trouble(part(section, "trouble"), error);
      for (const name of ["caption", "answer"]) part(section, name).replaceChildren();
    }
  });

  // One after the other, each of what is there by then: no answer overtakes another.
  let acts = Promise.resolve();
  function act(question, body, use) {
    acts = Promise.allSettled([acts]).then(async () => {
      const before = caption.value;
      try {
        use(await ask(question, body()), before);
        await judge();
      } catch (error) {
        trouble(part(section, "trouble"), error);
      }
    });
  }

  function change(next, focus) {
    ids = next;
    doubt = null;
    lay();
    if (focus) rooms.querySelector(focus)?.focus();
    return judge();
  }

  function lay() {
    rooms.replaceChildren(...ids.map(room));
    section.querySelector('[data-act="add"]').disabled = ids.length >= menu.most;
  }

  function room(id, place) {
    const name = called(place);
    const values = indexes(id);
    const words = menu.features.map((feature, i) => `${feature.name.replace("_", " ")} ${feature.words[values[i]]}`).join(", ");
    const picture = make("img", { src: `/picture/room/${id}.png?small=1`, alt: `Room ${id}: ${words}`, width: 256, height: 256 });
    // The large picture takes a while to draw, so it is asked for only if the room stays.
    setTimeout(() => {
      if (!picture.isConnected) return;
      const large = new Image();
      large.onload = () => { picture.src = large.src; };
      large.src = `/picture/room/${id}.png`;
    }, 400);
    const put = (one) => ids.map((old, i) => (i === place ? one : old));
    const field = make("input", {
      type: "number", min: 0, max: menu.count - 1, value: id, id: `room${place}`, inputmode: "numeric",
      onchange: (event) => change(put(Number(event.target.value)), `#room${place}`),
    });
    const features = menu.features.map((feature, i) =>
      make("label", { "data-feature": feature.name }, make("span", {}, feature.name.replace("_", " ")),
        make("select", { id: `room${place}-${feature.name}`, onchange: (event) => change(put(idOf(values.map((old, k) => (k === i ? Number(event.target.value) : old)))), `#room${place}-${feature.name}`) },
          feature.words.map((word, index) => make("option", { value: index, selected: index === values[i] }, word)))));
    const opened = rooms.querySelectorAll("details")[place]?.open;
    return make("div", { class: `room card${place ? "" : " aim"}`, role: "group", "aria-label": name },
      make("div", { class: "top" }, make("b", {}, place ? `Distractor ${place}` : "Target"),
        place && ids.length > 2 ? make("button", { type: "button", class: "plain", "aria-label": `Remove ${name}`, onclick: () => change(ids.filter((_, i) => i !== place), "input") }, "✕") : null),
      picture,
      make("label", { class: "id" }, "Room ", field),
      make("details", { open: opened }, make("summary", {}, "Features"), make("p", { class: "note" }, place ? "In bold: what differs from the target." : "In bold: what differs from a distractor."), make("div", { class: "features" }, features),
        place ? make("button", { type: "button", onclick: () => change([id, ...ids.filter((_, i) => i !== place)], "input") }, "Make it the target") : null));
  }

  function tell(found) {
    const [place, words] = [part(section, "answer"), part(section, "caption")];
    found.rooms.forEach((one, i) => {
      for (const feature of one.features) rooms.children[i]?.querySelector(`[data-feature="${feature.name}"]`)?.classList.toggle("differs", feature.differs);
    });
    if (!found.caption) {
      place.replaceChildren();
      return words.replaceChildren(make("p", { class: "soft" }, "Type a caption, or let a speaker say one."));
    }
    const main = found.figures.filter((one) => one.name in LETTERS);
    const counts = found.figures.filter((one) => !(one.name in LETTERS));
    // What is yes or no of a caption is a share only of many.
    const shown = (one) => (LETTERS[one.name] ? (one.value ? "yes" : "no") : number(one.value));
    words.replaceChildren(
      make("div", { class: "card" }, make("p", { class: "caption marked" }, ...fragment(found.caption)),
        make("ul", { class: "key" }, found.key.map(([kind, name, meaning]) => make("li", {}, make("span", { class: `m ${kind}` }, name), ` ${meaning}`)))));
    return place.replaceChildren(
      make("h2", {}, "How good is it?"),
      make("div", { class: "cards figures" }, main.map((one) =>
        make("div", { class: "card" }, make("h3", {}, one.words), make("div", { class: "big" }, shown(one)), make("p", { class: "soft" }, make("b", {}, one.name), `: ${one.meaning}`)))),
      make("p", { class: "soft" }, counts.map((one) => `${one.words}: ${number(one.value)}`).join(" · ")),
      make("h2", {}, "Whom would a listener choose?"),
      make("div", { class: "cards" }, found.heard.map(heard)),
      make("p", { class: "sig" }, found.signature));
  }

  function heard(one) {
    const choice = one.place === null ? "chooses none" : `chooses ${called(one.place)}`;
    const right = one.place === 0 ? "good" : "bad";
    return make("div", { class: "card listener" }, make("h3", {}, LISTENERS[one.listener] ?? `Listener ${one.listener}`), make("p", { class: "soft" }, one.about),
      make("p", {}, make("span", { class: `verdict ${one.place === null ? "none" : right}` }, choice), `: ${one.reason}`),
      make("ul", { class: "bars" }, one.weights.map((weight, place) =>
        make("li", {}, make("span", {}, place ? `Distractor ${place}` : "Target"), level(weight), number(weight)))));
  }

  const about = () => { part(section, "about").textContent = menu.speakers[speaker.value]; };
  caption.addEventListener("input", soon(judge));
  speaker.addEventListener("change", about);
  section.querySelector('[data-act="speak"]').addEventListener("click", () =>
    act("rooms/speak", () => ({ rooms: ids, speaker: speaker.value, seed: seed++ }), (found, before) => { if (caption.value === before) caption.value = found.caption; }));  // what was typed meanwhile stays
  const random = () => Math.floor(Math.random() * 2 ** 31);
  section.querySelector('[data-act="draw"]').addEventListener("click", () =>
    act("rooms/draw", () => ({ count: ids.length, shared: Number(shared.value), seed: random() }), (found) => { ids = found.rooms; doubt = null; lay(); }));
  section.querySelector('[data-act="add"]').addEventListener("click", () =>
    act("rooms/draw", () => ({ target: ids[0], count: 2, shared: Number(shared.value), seed: random() }), (found) => { ids = [...ids, found.rooms[1]].slice(0, menu.most); lay(); }));
  about();

  return (query) => {
    const given = query.get("rooms")?.split(",") ?? [];
    const known = given.every((one) => /^\d+$/.test(one) && Number(one) < menu.count) && given.length >= 2 && given.length <= menu.most;
    ids = known ? given.map(Number) : START;
    doubt = known || !query.has("rooms") ? null : { error: `The address has the rooms ${given.join(",").slice(0, 80) || "(none)"}; others are shown.`, needed: `from 2 to ${menu.most} ids, each from 0 to ${menu.count - 1}` };
    caption.value = query.get("caption") ?? (query.has("rooms") ? "" : "a middle-sized blue pill by a shimmering wall");
    lay();
    return judge();
  };
}

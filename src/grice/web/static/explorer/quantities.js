// A scene of coloured shapes: clicked together, described by speakers, and read back clause by clause.
import { ask, draw, latest, level, make, many, menus, number, part, remember, soon, trouble } from "./parts.js";

const menu = menus.quantities;
const CORNERS = { triangle: [3, -1], square: [4, 0.5], diamond: [4, 0], pentagon: [5, -1], hexagon: [6, 0], octagon: [8, 0.25], star: [10, -1] };
const START = { counts: [4, 2, 0, 2], colours: "blue, red", shapes: "square, circle", text: "Half of the eight objects are red, and no circle is blue." };
const FEW = "Add some objects: with fewer than two there is nothing to count.";
const listed = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);

function icon(kind, side = 40) {
  const words = kind.split(" ");
  const [shape, colour] = [words.at(-1), words.slice(0, -1).join("")];
  const fill = ["blue", "red"].includes(colour) ? { class: colour } : { fill: CSS.supports("color", colour) ? colour : "currentcolor" };
  if (!CORNERS[shape] && shape !== "circle") return null;
  const [corners, start] = CORNERS[shape] ?? [0, 0];
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (Math.PI / 2) * start + (2 * Math.PI * i) / corners;
    const reach = (shape === "star" && i % 2 ? 0.45 : 1) * (shape === "square" ? 21 : 20);
    return `${(24 + reach * Math.cos(angle)).toFixed(1)},${(24 + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return draw("svg", { width: side, height: side, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" },
    corners ? draw("polygon", { points: points.join(" "), ...fill }) : draw("circle", { cx: 24, cy: 24, r: 19, ...fill }));
}

// Every scene of a size in the server's order: lexicographic, the last count being what is left.
function* scenes(size, kinds) {
  if (kinds === 1) return yield [size];
  for (let first = 0; first <= size; first++) for (const rest of scenes(size - first, kinds - 1)) yield [first, ...rest];
}

export function open(section) {
  const [colours, shapes, text, reading] = ["#colours", "#shapes", "#description", "#reading"].map((one) => section.querySelector(one));
  let counts = START.counts;
  let kinds = [];
  let stage = 0;
  let found = null;

  const usual = () => listed(colours.value).join() === "blue,red" && listed(shapes.value).join() === "square,circle";
  const domain = () => (usual() ? "" : `colour=${listed(colours.value).join(",")}; shape=${listed(shapes.value).join(",")}`);
  const named = (scene) => scene.map((count, i) => (count ? `${count} ${count === 1 ? kinds[i]?.name : kinds[i]?.plural}` : "")).filter(Boolean).join(", ") || "nothing";
  const keep = () => remember("quantities", {
    counts: counts.join(","), colours: usual() ? "" : colours.value, shapes: usual() ? "" : shapes.value,
    text: text.value, reading: reading.value === "pragmatic" ? "" : reading.value,
  });

  const describe = latest(async (signal) => {
    keep();
    try {
      const answer = await ask("quantified", { counts, domain: domain() }, signal);
      trouble(part(section, "trouble"), null);
      kinds = answer.kinds;
      lay(answer);
      part(section, "said").replaceChildren(...(answer.said.length ? answer.said.map(speech) : [make("p", { class: "soft" }, FEW)]));
      return answer.said.length > 0;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      trouble(part(section, "trouble"), error);
      part(section, "scene").hidden = true;
      part(section, "size").textContent = "";
      part(section, "said").replaceChildren(make("p", { class: "soft" }, "There is no scene to speak of."));
      return false;
    }
  });

  const read = latest(async (signal) => {
    keep();
    const place = part(section, "read");
    if (!text.value.trim()) {
      trouble(part(section, "unread"), null);
      return place.replaceChildren(make("p", { class: "soft" }, "Type a description, or take one of a speaker's."));
    }
    try {
      const scene = counts;
      found = { ...await ask("quantified/read", { counts, domain: domain(), text: text.value, reading: reading.value }, signal), scene };
      trouble(part(section, "unread"), null);
      stage = found.steps.length + (found.absent.length ? 1 : 0);
      tell();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      trouble(part(section, "unread"), error);
      place.replaceChildren();
    }
    return undefined;
  });

  // Where there is no scene, there is nothing to compare a description with.
  const both = async () => {
    const there = await describe();
    if (there) return read();
    if (there === false) for (const name of ["read", "unread"]) part(section, name).replaceChildren();
    return undefined;
  };
  const later = soon(both);

  function lay(answer) {
    const fields = part(section, "kinds");
    const picture = part(section, "scene");
    picture.hidden = !answer.scenes;
    picture.alt = `A scene of ${named(counts)}`;
    if (answer.scenes) picture.src = `/picture/scene.svg?${new URLSearchParams({ counts: counts.join(","), domain: domain() })}`;
    part(section, "size").textContent = many(answer.size, "object") + (answer.scenes ? `; ${many(answer.scenes, "scene")} of this size` : "");
    const names = kinds.map((kind) => kind.plural).join();
    if (fields.dataset.names !== names) {
      fields.dataset.names = names;
      fields.replaceChildren(make("legend", { class: "hidden" }, "How many of each kind?"), ...kinds.map(kindField));
    }
    fields.querySelectorAll("input").forEach((input, i) => { if (Number(input.value) !== counts[i]) input.value = counts[i]; });
  }

  function set(i, count) {
    counts = counts.map((old, k) => (k === i ? Math.max(0, Math.min(menu.most, Math.trunc(count) || 0)) : old));
    part(section, "kinds").querySelectorAll("input")[i].value = counts[i];
    later();
  }

  function kindField(kind, i) {
    const drawing = icon(kind.name);
    return make("div", { class: "kind" },
      make("label", { for: `kind${i}` }, drawing, make("span", {}, kind.plural)),
      make("div", { class: "step" },
        make("button", { type: "button", "aria-label": `one ${kind.name} fewer`, onclick: () => set(i, counts[i] - 1) }, "−"),
        make("input", { id: `kind${i}`, type: "number", min: 0, max: menu.most, inputmode: "numeric", value: kind.count, oninput: (event) => set(i, Number(event.target.value)) }),
        make("button", { type: "button", "aria-label": `one ${kind.name} more`, onclick: () => set(i, counts[i] + 1) }, "+")));
  }

  function speech(one) {
    if (one.error) return make("div", { class: "speech" }, make("b", { class: "who", title: one.about }, one.speaker), make("p", { class: "soft" }, one.error));
    const remark = `${many(one.statements, "statement")}; ${one.left === 1 ? "one scene is left" : `${many(one.left, "scene")} are left`}; ${number(one.swaps)} expected swaps`;
    return make("div", { class: "speech" }, make("div", { class: "who" }, make("b", {}, one.speaker), make("span", { class: "soft" }, one.about)),
      make("p", {}, one.text), make("div", { class: "row" }, make("span", { class: "soft" }, remark),
        make("button", { type: "button", "aria-label": `Read what ${one.speaker} says`, onclick: () => { text.value = one.text; read(); text.focus(); } }, "Read this")));
  }

  function tell() {
    const steps = found.steps.map((one, i) => ({ ...one, before: i ? found.steps[i - 1].left : found.scenes }));
    const last = found.steps.at(-1)?.left ?? found.scenes;
    const rows = steps.map((one, i) => clause(one.text.replace(/^[\s,;.]+/, ""), one.understood ? one.meaning : "not understood", one.notes, one.before, one.left, i + 1, one.understood));
    if (found.absent.length) rows.push(clause("What nobody mentions is not there", `no ${found.absent.join(", no ")}`, [], last, found.left, steps.length + 1, true));
    part(section, "read").replaceChildren(
      make("div", { class: "card" }, make("div", { class: "clauses", role: "group", "aria-label": "Clauses; choose one to see what is left after it" },
        clause("Before a word is said", many(found.size, "object"), [], null, found.scenes, 0, true), ...rows), grid()),
      make("div", { class: "cards" },
        figure("Scenes left", found.left.toLocaleString("en"), `of ${found.scenes.toLocaleString("en")}`, found.allows ? "The scene itself is among them." : "The scene itself is not among them."),
        figure("The reader answers", tally(found.guess), "", found.guess.join() === found.scene.join() ? "Exactly the scene." : "Not quite the scene."),
        figure("Expected swaps", number(found.swaps), `at worst ${found.worst}`, "Objects that a reader gets wrong, who answers each scene as often as it is likely."),
        figure("Bits still to ask for", number(found.bits), "", found.understood ? "Every clause was understood." : "Not every clause was understood.")),
      make("div", { class: "card" }, make("h3", {}, "The likeliest scenes"), make("ul", { class: "bars" }, found.likeliest.map((one) =>
        make("li", {}, tally(one.counts), level(one.weight), `${(100 * one.weight).toFixed(1)} %, ${many(one.swaps, "swap")}`)))));
    look();
  }

  function clause(words, meaning, notes, before, left, at, understood) {
    const share = found.scenes > 1 ? Math.log(Math.max(left, 1)) / Math.log(found.scenes) : 1;
    return make("button", { type: "button", class: `clause${understood ? "" : " unknown"}`, "aria-pressed": "false", "data-stage": at, onclick: () => { stage = at; look(); } },
      make("b", {}, words), make("span", { class: "meaning" }, [meaning, ...notes].join("; ")),
      make("span", { class: "count" }, level(share, "scenes left, on a logarithmic scale"), before === null ? left.toLocaleString("en") : `${before.toLocaleString("en")} → ${left.toLocaleString("en")}`));
  }

  function grid() {
    if (!found.grid.length) return make("p", { class: "note" }, `${many(found.scenes, "scene")} are too many to show one by one.`);
    const worlds = make("div", { class: "worlds", role: "img" }, found.grid.map((_, i) => make("i", { "data-i": i })));
    worlds.addEventListener("pointerover", (event) => {
      const i = Number(event.target.dataset?.i ?? NaN);
      if (Number.isNaN(i)) return;
      worlds.nextElementSibling.textContent = `${named([...scenes(found.size, found.guess.length)][i])}: ${fate(found.grid[i])}`;
    });
    return [worlds, make("p", { class: "note hint" })];
  }

  function fate(gone) {
    if (gone < 0) return "still possible";
    return gone < found.steps.length ? `ruled out by “${found.steps[gone].text.replace(/^[\s,;.]+/, "")}”` : "ruled out, as nobody mentions it";
  }

  function look() {
    for (const one of section.querySelectorAll("[data-stage]")) one.setAttribute("aria-pressed", String(Number(one.dataset.stage) === stage));
    const worlds = section.querySelector(".worlds");
    if (!worlds) return;
    let left = 0;
    [...worlds.children].forEach((one, i) => {
      const open = found.grid[i] < 0 || found.grid[i] >= stage;
      left += open;
      one.className = open ? (i === found.truth ? "truth" : "on") : i === found.truth ? "truth gone" : "";
    });
    const words = stage ? `after clause ${Math.min(stage, found.steps.length)}` : "before a word is said";
    worlds.setAttribute("aria-label", `${left} of ${found.scenes} scenes are left ${words}`);
    worlds.nextElementSibling.textContent = `${many(left, "scene")} ${words}; the scene itself is green. Point at a square to see which scene it is.`;
  }

  function tally(scene) {
    return make("span", { class: "tally" }, scene.map((count, i) => (count ? make("span", { title: kinds[i]?.plural }, icon(kinds[i]?.name ?? "", 20), ` ${count}`, make("span", { class: "hidden" }, ` ${kinds[i]?.plural} `)) : null)));
  }

  const figure = (title, big, small, words) => make("div", { class: "card" }, make("h3", {}, title), make("div", { class: "big" }, big, " ", make("small", {}, small)), make("p", { class: "soft" }, words));

  part(section, "scene").addEventListener("error", (event) => { event.target.hidden = true; });
  for (const one of [colours, shapes]) {
    one.addEventListener("change", () => {
      const size = listed(colours.value).length * listed(shapes.value).length;
      counts = Array.from({ length: size }, (_, i) => counts[i] ?? 1);
      both();
    });
  }
  text.addEventListener("input", soon(read));
  reading.addEventListener("change", read);

  return (query) => {
    const given = (query.get("counts") ?? "").split(",").filter((one) => /^\d{1,3}$/.test(one)).map(Number);
    colours.value = query.get("colours") ?? START.colours;
    shapes.value = query.get("shapes") ?? START.shapes;
    counts = given.length ? given : START.counts;
    text.value = query.get("text") ?? (query.has("counts") ? "" : START.text);
    reading.value = query.get("reading") === "literal" ? "literal" : "pragmatic";
    section.querySelector(".own").open = !usual();
    return both();
  };
}

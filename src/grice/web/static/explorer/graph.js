// Captions as graphs: drawn, tied to their words both ways, and judged against references.
import { ask, fragment, latest, level, make, number, part, remember, scrolled, soon, table, trouble } from "./parts.js";

const START = {
  captions: "Two small dogs chase a red ball across the wet grass, and no cat is there.",
  references: "Dogs run after a ball on the grass while a black cat watches.\nTwo dogs are chasing a red ball.",
};
const VERDICTS = {
  matched: ["good", "matched", "said by both, in the same words or in synonyms"],
  wrong: ["bad", "not in the references", "said by the caption alone"],
  missed: ["spare", "missed", "said by the references alone"],
};
const lines = (text) => text.split("\n").map((one) => one.trim()).filter(Boolean);

// Words and their places in the drawing share a class, o0, o1, r0, ...: pointing at one lights up the other.
function tie(card) {
  const tied = [...card.querySelectorAll(".tie, .graph g")];
  const keys = (one) => [...one.classList].filter((name) => /^[or]\d+$/.test(name));
  // A relation stands for itself, an object for all that is said of it.
  const own = (one) => keys(one).filter((key) => key[0] === "r").slice(0, 1).concat(keys(one)).slice(0, 1);
  const light = (wanted) => { for (const one of tied) one.classList.toggle("lit", keys(one).some((key) => wanted.includes(key))); };
  for (const one of tied.filter((each) => keys(each).length)) {
    one.setAttribute("tabindex", "0");
    if (one.closest("svg")) one.setAttribute("role", "img");
    if (one.closest("svg") && !one.hasAttribute("aria-label")) one.setAttribute("aria-label", one.querySelector("title")?.textContent ?? [...one.querySelectorAll("text")].map((word) => word.textContent).join(", "));
    for (const event of ["pointerenter", "focus"]) one.addEventListener(event, () => light(own(one)));
    for (const event of ["pointerleave", "blur"]) one.addEventListener(event, () => light([]));
  }
  // A drawing whose parts can be pointed at is a group of pictures, not one.
  card.querySelector("svg.graph")?.setAttribute("role", "group");
}

export function open(section) {
  const [captions, references, parser, judged] = ["#captions", "#references", "#parser", "#judged"].map((one) => section.querySelector(one));

  const keep = () => remember("graph", { captions: captions.value, references: references.value, parser: parser.value === "default" ? "" : parser.value, judged: judged.selectedIndex > 0 ? judged.selectedIndex : "" });

  const show = latest(async (signal) => {
    keep();
    const given = lines(captions.value);
    choose(given);
    const place = part(section, "drawings");
    if (!given.length) {
      trouble(part(section, "trouble"), null);
      return place.replaceChildren(make("p", { class: "soft" }, "Type a caption."));
    }
    try {
      const found = await ask("graphs", { captions: given, parser: parser.value }, signal);
      trouble(part(section, "trouble"), null);
      place.replaceChildren(...found.map(drawing));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      trouble(part(section, "trouble"), error);
      place.replaceChildren();
    }
    return undefined;
  });

  const compare = latest(async (signal) => {
    keep();
    const place = part(section, "comparison");
    const [caption, wanted] = [lines(captions.value)[Math.max(0, judged.selectedIndex)], lines(references.value)];
    trouble(part(section, "unjudged"), null);
    if (!caption || !wanted.length) return place.replaceChildren(make("p", { class: "soft" }, "Type a caption and a reference."));
    try {
      tell(await ask("graphs/compare", { caption, references: wanted, parser: parser.value }, signal));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      trouble(part(section, "unjudged"), error);
      place.replaceChildren();
    }
    return undefined;
  });

  function choose(given) {
    const chosen = Math.min(Math.max(0, judged.selectedIndex), Math.max(0, given.length - 1));
    judged.replaceChildren(...given.map((one, i) => make("option", { value: i }, one.length > 60 ? `${one.slice(0, 60)}…` : one)));
    if (given.length) judged.selectedIndex = chosen;
    part(section, "which").hidden = given.length < 2;
  }

  function drawing(one) {
    if (one.error) return make("div", { class: "card" }, make("p", { class: "caption" }, one.text), make("p", { class: "alert", role: "alert" }, one.error));
    const card = make("div", { class: "card graphed" }, make("p", { class: "caption" }, ...fragment(one.caption)),
      one.drawing ? scrolled("The scene graph", ...fragment(one.drawing)) : make("p", { class: "soft" }, "It says nothing of any object."),
      one.problems.map((problem) => make("p", { class: "note" }, problem)),
      make("details", {}, make("summary", {}, "As text"), make("p", { class: "sig" }, one.facts || "–")));
    tie(card);
    return card;
  }

  function verdict(one) {
    const words = `${one.denied ? "not " : ""}${one.words.join(" · ")}`;
    return make("li", {}, make("span", { class: `m ${VERDICTS[one.verdict][0]}${one.denied ? " denied" : ""}` }, words), one.other.length ? make("span", { class: "soft" }, ` as ${one.other.join(" · ")}`) : null);
  }

  function tell(found) {
    const groups = Object.entries(VERDICTS).map(([name, [kind, title, meaning]]) => {
      const those = found.tuples.filter((one) => one.verdict === name);
      return make("div", { class: "card" }, make("h3", {}, `${title} (${those.length})`), make("p", { class: "soft" }, meaning),
        those.length ? make("ul", { class: `tuples ${kind}` }, those.map(verdict)) : make("p", { class: "soft" }, "none"));
    });
    const denied = make("div", { class: "card" }, make("h3", {}, `denied (${found.contradictions.length})`), make("p", { class: "soft" }, "said by one and denied by the other"),
      found.contradictions.length ? make("ul", { class: "tuples" }, found.contradictions.map((one) => make("li", {}, one))) : make("p", { class: "soft" }, "none"));
    const rows = found.judgements.map((one) => {
      const [first, ...rest] = one.values;
      return [make("span", { title: one.about }, one.metric), make("span", {}, level(Math.max(0, first.value ?? 0)), first.value === null ? make("span", { class: "soft" }, "– (of many)") : number(first.value)), make("span", { class: "soft" }, one.about),
        make("span", { class: "soft" }, rest.filter((each) => each.value !== null).map((each) => `${each.name} ${number(each.value)}`).join(" · "))];
    });
    part(section, "comparison").replaceChildren(make("div", { class: "cards verdicts" }, groups, denied),
      make("h2", {}, "Every metric"),
      table("Every metric", [{ name: "metric" }, { name: "score" }, { name: "what it asks", words: true }, { name: "its parts", words: true }], rows),
      make("div", { class: "card" }, make("h3", {}, "Why these scores?"), found.judgements.map((one) => make("details", {}, make("summary", {}, one.metric), make("pre", { class: "sig" }, one.explanation)))),
      make("p", { class: "sig" }, found.signature));
  }

  const both = async () => { await show(); await compare(); };
  captions.addEventListener("input", soon(both, 250));
  references.addEventListener("input", soon(compare, 250));
  parser.addEventListener("change", both);
  judged.addEventListener("change", compare);

  return async (query) => {
    const fresh = !query.has("captions");
    captions.value = query.get("captions") ?? START.captions;
    references.value = query.get("references") ?? (fresh ? START.references : "");
    parser.value = query.get("parser") ?? "default";
    if (parser.selectedIndex < 0) parser.value = "default";
    choose(lines(captions.value));
    judged.selectedIndex = Number(query.get("judged") ?? 0) || 0;
    await both();
  };
}

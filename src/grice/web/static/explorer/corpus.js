// Files of captions: dropped, judged beside the page, shown, compared and downloaded.
import { ask, draw, latest, level, limits, make, many, number, part, remember, table, trouble } from "./parts.js";

const SLOTS = ["first", "second", "references"];
const PAUSE = 400;
const EXAMPLES = ["example-one.csv", "example-two.csv"];

export function open(section) {
  let state = { first: "", second: "", references: "", metrics: "", sort: "" };
  let timer = 0;
  let share = (value) => value;
  const say = (error) => trouble(part(section, "trouble"), error);
  const go = section.querySelector('[data-act="judge"]');
  const chosen = () => [...section.querySelectorAll(".metrics input:checked")].map((one) => one.value);

  function change(next) {
    state = { ...state, ...next };
    remember("corpus", state);
    return refresh();
  }

  const refresh = latest(async (signal) => {
    clearTimeout(timer);
    if (!state.first) return blank();
    try {
      const found = await ask("corpus", { first: state.first, second: state.second, references: state.references, metrics: state.metrics ? state.metrics.split(",") : [], sort: state.sort }, signal);
      say(null);
      name([...found.files, ...(state.second ? [] : [null]), found.references]);
      offer(found.offers);
      wait(found);
      if (found.state === "working") timer = setTimeout(refresh, PAUSE);
      part(section, "result").replaceChildren(...(found.state === "done" ? tell(found.answer) : []));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      say(error);
      wait({ state: "ready" });
      part(section, "result").replaceChildren();
    }
    return undefined;
  });

  function blank() {
    name([null, null, null]);
    part(section, "metrics").hidden = true;
    go.hidden = true;
    wait({ state: "ready" });
    part(section, "result").replaceChildren();
  }

  function name(files) {
    SLOTS.forEach((slot, i) => {
      const card = section.querySelector(`[data-drop="${slot}"]`);
      card.dataset.what ??= part(card, "what").textContent;
      part(card, "what").textContent = files[i] ? `${files[i].name}: ${many(files[i].rows, "row")}; ${files[i].columns.join(", ")}` : card.dataset.what;
      card.classList.toggle("full", Boolean(files[i]));
      card.querySelector('[data-act="forget"]').hidden = !files[i];
    });
  }

  function offer(offers) {
    const place = part(section, "metrics");
    const key = JSON.stringify(offers);
    const possible = offers.filter((one) => !one.lacks);
    place.hidden = false;
    go.hidden = !possible.length;
    if (place.dataset.key === key && place.dataset.chosen === state.metrics) return;
    place.dataset.key = key;
    place.dataset.chosen = state.metrics;
    const picked = state.metrics ? state.metrics.split(",") : offers.filter((one) => one.usual).map((one) => one.name);
    const lacking = offers.filter((one) => one.lacks);
    place.replaceChildren(make("legend", {}, possible.length ? "By which metrics?" : "No metric can judge a file with these columns"),
      possible.length ? null : make("p", { class: "note" }, "Rename the column of the captions to prediction, or type ", make("code", {}, "grice score FILE --column prediction=NAME"), "."),
      make("div", { class: "choices" }, possible.map((one) =>
        make("label", { class: "choice" }, make("input", { type: "checkbox", value: one.name, checked: picked.includes(one.name) }), make("span", {}, make("b", {}, one.name), " ", make("span", { class: "soft" }, one.about))))),
      lacking.length ? make("details", { open: !possible.length }, make("summary", {}, `${many(lacking.length, "metric needs", "metrics need")} other columns`), make("ul", {}, lacking.map((one) => make("li", {}, make("b", {}, one.name), `: ${one.lacks}`)))) : null);
  }

  function wait(found) {
    const place = part(section, "progress");
    const working = found.state === "working";
    place.hidden = !working;
    go.setAttribute("aria-disabled", String(working));
    if (!working) return;
    place.querySelector("progress").max = found.total;
    place.querySelector("progress").value = found.done;
    place.querySelector("p").textContent = `${found.done.toLocaleString("en")} of ${many(found.total, "row")}`;
  }

  // A slot holds the file that was chosen last, however long another takes to arrive; none where that was taken away.
  const senders = Object.fromEntries(SLOTS.map((slot) => [slot, latest(async (signal, file) => {
    try {
      const found = file && await ask(`corpus/file?name=${encodeURIComponent(file.name)}`, file, signal);
      await change({ [slot]: found?.id ?? "", metrics: "" });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      say(error);
    }
  })]));

  function send(slot, file) {
    if (file?.size > limits.bytes) return say({ error: `${file.name} has ${file.size.toLocaleString("en")} bytes`, needed: `at most ${limits.bytes.toLocaleString("en")}`, fix: "grice score FILE" });
    return senders[slot](file);
  }

  function tell(answer) {
    const views = [answer.first, answer.second].filter(Boolean);
    const metrics = [...new Set(answer.first.table.map((row) => row.metric))];
    const sort = make("select", { id: "sort", onchange: (event) => change({ sort: event.target.value }) }, metrics.map((one) => make("option", { value: one, selected: one === answer.sort }, one)));
    const bounds = answer.first.histograms.find((one) => one.metric === answer.sort);
    share = (value) => ((value ?? bounds.lowest) - bounds.lowest) / (bounds.highest - bounds.lowest);
    return [...(answer.differences.length ? differences(answer) : []),
      make("h2", {}, answer.second ? "What did each come to?" : "What did it come to?"),
      answer.note && !answer.differences.length ? make("p", { class: "note" }, answer.note) : null,
      ...views.map((view, i) => summary(view, i)),
      make("h2", {}, "How are the scores spread?"), spread(views),
      make("div", { class: "row tools items" }, make("h2", {}, "Which items are worst?"), make("label", { for: "sort" }, "by"), sort),
      ...(answer.second ? [] : [items("The worst", answer.first.worst, answer.sort), items("The best", answer.first.best, answer.sort)]),
      ...(answer.second ? [...views.map((view) => items(`The worst of ${view.name}`, view.worst, answer.sort)), apart(answer)] : []),
      make("p", { class: "sig" }, answer.first.signature)].filter(Boolean);
  }

  function summary(view, place) {
    const rows = view.table.map((row) => [row.metric === row.name ? row.metric : `${row.metric} ${row.name}`, number(row.value, 3), row.low === null ? "–" : `${number(row.low, 3)} to ${number(row.high, 3)}`, row.items, row.meaning]);
    const query = new URLSearchParams({ first: state.first, second: state.second, references: state.references, metrics: state.metrics, which: place ? "second" : "first" });
    const lost = [view.unreadable && `${many(view.unreadable, "caption could not be read and counts as worst", "captions could not be read and count as worst")} (${view.why})`, view.dropped && `${many(view.dropped, "row was", "rows were")} dropped`].filter(Boolean);
    return make("div", {}, make("h3", {}, `${view.name}: ${many(view.rows, "row")}`), lost.length ? make("p", { class: "note" }, `${lost.join("; ")}.`) : null,
      table(`Scores of ${view.name}`, [{ name: "value" }, { name: "score", number: true }, { name: "95 % interval" }, { name: "items", number: true }, { name: "meaning", words: true }], rows),
      make("div", { class: "row tools" }, make("span", { class: "soft" }, "Every item with its values:"), ["csv", "jsonl", "parquet"].map((form) => make("a", { class: "btn", href: `/corpus/items.${form}?${query}`, download: "", "aria-label": `Download the items of ${view.name} as ${form}` }, form))));
  }

  function differences(answer) {
    const rows = answer.differences.map((one) => [one.metric, number(one.first, 3), number(one.second, 3), `${one.difference >= 0 ? "+" : ""}${number(one.difference, 3)}`, one.low === null ? one.note : `${number(one.low, 3)} to ${number(one.high, 3)}`, number(one.p, 3)]);
    return [make("h2", {}, "Which is better?"), table("Differences", [{ name: "metric" }, { name: answer.first.name, number: true }, { name: answer.second.name, number: true }, { name: "difference", number: true }, { name: "95 % interval" }, { name: "p", number: true, title: "corrected for all tests here (Holm)" }], rows),
      make("p", { class: "note" }, `First less second, over the same items; ${answer.note}.`)];
  }

  function spread(views) {
    return make("div", { class: "cards" }, views[0].histograms.map((one, i) => {
      const all = views.map((view) => view.histograms[i]).filter(Boolean);
      const most = Math.max(1, ...all.flatMap((each) => each.counts));
      const wide = 240 / one.counts.length;
      const bars = all.flatMap((each, k) => each.counts.map((count, bin) => {
        const high = (count / most) * 90;
        const across = (wide - 2) / all.length;
        return draw("rect", { class: k ? "two" : "one", x: bin * wide + 1 + k * across, y: 96 - high, width: across, height: high }, draw("title", {}, `${views[k].name}: ${many(count, "item")} from ${number(one.lowest + (bin * (one.highest - one.lowest)) / one.counts.length)}`));
      }));
      const words = all.map((each, k) => `${views[k].name}: ${each.counts.join(", ")}`).join("; ");
      return make("figure", { class: "card histogram" }, make("h3", {}, one.metric),
        draw("svg", { viewBox: "0 0 240 116", role: "img", "aria-label": `Items by ${one.metric}, in ${one.counts.length} steps from ${number(one.lowest)} to ${number(one.highest)}. ${words}` }, ...bars,
          draw("line", { x1: 0, x2: 240, y1: 96.5, y2: 96.5 }), draw("text", { x: 0, y: 112 }, number(one.lowest)), draw("text", { x: 240, y: 112, "text-anchor": "end" }, number(one.highest))),
        all.length > 1 ? make("figcaption", { class: "soft" }, make("i"), ` ${views[0].name} `, make("i", { class: "two" }), ` ${views[1].name}`) : null);
    }));
  }

  function item(one, sort) {
    return make("details", { class: "item" },
      make("summary", {}, make("span", { class: "score" }, number(one.values[sort])), level(share(one.values[sort])), make("span", { class: "said" }, one.prediction || "(empty)"), make("span", { class: "soft" }, ` row ${one.row + 1}`)),
      one.problem ? make("p", { class: "note" }, one.problem) : null,
      one.references.length ? make("ul", {}, one.references.map((each) => make("li", {}, each))) : null,
      make("p", { class: "soft" }, Object.entries(one.values).map(([name, value]) => `${name} ${number(value)}`).join(" · ")), make("pre", { class: "sig" }, one.explanation),
      one.address ? make("p", {}, make("a", { href: one.address }, "Look at it closely")) : null);
  }

  const items = (title, those, sort) => (those.length ? make("div", { class: "card" }, make("h3", {}, title), those.map((one) => item(one, sort))) : null);

  function apart(answer) {
    if (!answer.apart.length) return null;
    return make("div", { class: "card" }, make("h3", {}, "Where they differ most"), answer.apart.map((pair) => make("div", { class: "duel" }, pair.map((one) => item(one, answer.sort)))));
  }

  for (const card of section.querySelectorAll("[data-drop]")) {
    const slot = card.dataset.drop;
    card.querySelector("input").addEventListener("change", (event) => { if (event.target.files[0]) send(slot, event.target.files[0]); event.target.value = ""; });
    card.querySelector('[data-act="forget"]').addEventListener("click", () => send(slot, null));
    card.addEventListener("dragover", (event) => { event.preventDefault(); card.classList.add("over"); });
    card.addEventListener("dragleave", () => card.classList.remove("over"));
    card.addEventListener("drop", (event) => {
      event.preventDefault();
      card.classList.remove("over");
      if (event.dataTransfer.files[0]) send(slot, event.dataTransfer.files[0]);
    });
  }
  // A file that misses its card must not replace the page.
  for (const event of ["dragover", "drop"]) addEventListener(event, (given) => given.preventDefault());
  go.addEventListener("click", () => (chosen().length ? change({ metrics: chosen().join(",") }) : say({ error: "No metric is chosen.", needed: "at least one", fix: "" })));
  section.querySelector('[data-act="example"]').addEventListener("click", async () => {
    for (const [i, name_] of EXAMPLES.entries()) {
      const found = await fetch(`/static/explorer/${name_}`).catch(() => null);
      if (!found?.ok) return say({ error: `${name_} was not found. Is the explorer still running?`, needed: "", fix: "grice explore" });
      await send(SLOTS[i], new File([await found.blob()], name_));
    }
    return change({ metrics: chosen().join(",") });
  });

  return (query) => {
    state = Object.fromEntries(Object.keys(state).map((one) => [one, query.get(one) ?? ""]));
    remember("corpus", state);
    return refresh();
  };
}

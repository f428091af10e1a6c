// A scene graph as a drawing: objects in a row, attributes below, relations as arcs above.
const SVG = "http://www.w3.org/2000/svg";
const make = (tag, attributes, text) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
};
const wide = (text, each = 8.6) => Math.max(44, text.length * each + 26);

export function draw(svg, form, units) {
  const order = form.objects.map((_, i) => i).sort((a, b) => (form.objects[a].words?.[0] ?? 1e6) - (form.objects[b].words?.[0] ?? 1e6));
  const below = form.objects.map((one, i) => [
    ...(one.number || one.unit ? [{ text: [one.number, units[one.unit]].filter(Boolean).join(" "), no: false }] : []),
    ...form.attributes.filter((attribute) => attribute.object === i).map((attribute) => ({ text: attribute.value, no: attribute.denied })),
  ]);
  const label = (one) => (one.denied ? "not " : "") + ([one.passive ? `${one.verb} (passive)` : one.verb, one.preposition].filter(Boolean).join(" ") || "…");
  const gaps = order.map((i, rank) => Math.max(40, ...form.relations.filter((one) => Math.abs(order.indexOf(one.subject) - order.indexOf(one.object)) === 1 && Math.min(order.indexOf(one.subject), order.indexOf(one.object)) === rank).map((one) => wide(label(one), 7.2) + 10)));
  const place = new Map();
  let x = 12;
  order.forEach((i, rank) => {
    const width = Math.max(wide(form.objects[i].name), ...below[i].map((one) => wide(one.text)));
    place.set(i, { x, width, middle: x + width / 2, rank });
    x += width + gaps[rank];
  });
  const levels = form.relations.map((one) => Math.max(1, Math.abs(place.get(one.subject).rank - place.get(one.object).rank)));
  const seen = new Map();
  const heights = form.relations.map((one, i) => {
    const pair = [one.subject, one.object].sort().join();
    seen.set(pair, (seen.get(pair) ?? -1) + 1);
    return 26 + 24 * (levels[i] - 1) + 24 * seen.get(pair);
  });
  const top = Math.max(24, ...heights.map((one) => one + 24));
  const parts = [make("defs", {})];
  const marker = make("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" });
  marker.append(make("path", { d: "M0 0 L8 4 L0 8z", class: "tip" }));
  parts[0].append(marker);
  form.relations.forEach((one, i) => {
    const [from, to] = [place.get(one.subject), place.get(one.object)];
    const [a, b] = one.subject === one.object ? [from.middle - 16, from.middle + 16] : [from.middle + (to.middle > from.middle ? 10 : -10), to.middle + (to.middle > from.middle ? -10 : 10)];
    const high = top - heights[i];
    parts.push(make("path", { class: `edge${one.denied ? " no" : ""}`, d: `M${a} ${top} C${a} ${high} ${b} ${high} ${b} ${top - 2}`, "marker-end": "url(#tip)" }));
    parts.push(make("text", { class: `lab${one.denied ? " no" : ""}`, x: (a + b) / 2, y: top - heights[i] * 0.75 - 4, "text-anchor": "middle" }, label(one)));
  });
  let bottom = top + 40;
  order.forEach((i) => {
    const { x: left, width, middle } = place.get(i);
    const own = wide(form.objects[i].name);
    below[i].forEach((one, row) => {
      const y = top + 58 + row * 42;
      const size = wide(one.text);
      parts.push(make("path", { class: `edge${one.no ? " no" : ""}`, d: `M${middle} ${row ? y - 14 : top + 36} V${y}` }));
      parts.push(make("rect", { class: `attr${one.no ? " no" : ""}`, x: middle - size / 2, y, width: size, height: 30, rx: 15 }));
      parts.push(make("text", { class: one.no ? "no" : "", x: middle, y: y + 20, "text-anchor": "middle" }, one.text));
      bottom = Math.max(bottom, y + 34);
    });
    parts.push(make("rect", { class: `node k${(i % 6) + 1}${form.objects[i].denied ? " no" : ""}`, x: middle - own / 2, y: top, width: own, height: 36, rx: 18 }));
    parts.push(make("text", { class: form.objects[i].denied ? "no" : "", x: middle, y: top + 23, "text-anchor": "middle" }, form.objects[i].name));
  });
  svg.replaceChildren(...parts);
  const width = Math.max(60, x);
  svg.setAttribute("viewBox", `0 0 ${width} ${bottom + 8}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", bottom + 8);
  const said = [
    ...form.objects.map((one, i) => [one.denied ? `no ${one.name}` : one.name, ...below[i].map((two) => (two.no ? `not ${two.text}` : two.text))].join(", ")),
    ...form.relations.map((one) => `${form.objects[one.subject].name} ${label(one)} ${form.objects[one.object].name}`),
  ];
  svg.setAttribute("aria-label", said.join("; ") || "nothing yet");
}

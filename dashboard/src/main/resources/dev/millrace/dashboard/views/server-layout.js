/**
 * Where the stages of a graph go. Data: names in the order of the path of a call, edges { from, to }; an empty `from` is
 * the outside. Pure: from data to places, without a page.
 *
 * A stage stands behind all that hand to it, as far as that follows the order of the path; edges against the order go
 * back. Stages that nobody handed to yet stand in a row of their own under the others.
 */

export const OUTSIDE = '';

/** Places by name: { layer, lane }, and how many there are of both. */
export function layout(names, edges) {
  const order = new Map([[OUTSIDE, -1], ...names.map((name, i) => [name, i])]);
  const layers = new Map([[OUTSIDE, 0]]);
  for (const name of names) {
    const before = edges.filter((edge) => edge.to === name && order.get(edge.from) < order.get(name));
    layers.set(name, before.length === 0 ? null : 1 + Math.max(...before.map((edge) => layers.get(edge.from) ?? 0)));
  }
  const lanes = [];
  const places = new Map();
  const put = (name, layer) => {
    lanes[layer] = (lanes[layer] ?? 0) + 1;
    places.set(name, { layer, lane: lanes[layer] - 1 });
  };
  layers.forEach((layer, name) => {
    if (layer !== null) {
      put(name, layer);
    }
  });
  const under = Math.max(...lanes);
  const apart = names.filter((name) => layers.get(name) === null);
  apart.forEach((name, i) => places.set(name, { layer: i + 1, lane: under }));
  return { places, layers: Math.max(lanes.length, apart.length + 1), lanes: under + (apart.length > 0 ? 1 : 0) };
}

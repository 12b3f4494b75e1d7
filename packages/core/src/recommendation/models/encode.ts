// How a model is kept as bytes, and opened without being copied.

import { decodeParts, encodeParts, uint32Of } from '../columns/parts.ts';
import { openSkus } from '../columns/sku-list.ts';
import type { Model } from '../model.ts';

const magic = 'ATMD';
const kinds = ['ranking', 'neighbours'] as const;

/**
 * A model as bytes: a ranking's 12 for each item, 8 for each neighbour and 8 for each item, and
 * the skus.
 */
export function encodeModel(model: Model): Uint8Array {
  const { skus } = model;
  const columns =
    model.kind === 'ranking'
      ? [model.order, model.scores]
      : [model.starts, model.neighbours, model.scores, model.selves];
  return encodeParts(magic, [kinds.indexOf(model.kind)], [skus.offsets, skus.bytes, ...columns]);
}

/** The model that `encodeModel` was given, as views of the bytes; throws on anything else. */
export function decodeModel(bytes: Uint8Array): Model {
  const { scalars, parts } = decodeParts(magic, bytes);
  const [offsets, text, first, second, third, fourth] = parts;
  const skus = openSkus(text!, uint32Of(offsets));
  if (kinds[scalars[0]!] === 'ranking') {
    const { buffer, byteOffset, byteLength } = second!;
    const scores = new Float64Array(buffer, byteOffset, byteLength / 8);
    return { kind: 'ranking', skus, order: uint32Of(first), scores };
  }
  return {
    kind: 'neighbours',
    skus,
    starts: uint32Of(first),
    neighbours: uint32Of(second),
    scores: float32Of(third),
    selves: float32Of(fourth),
  };
}

function float32Of(part: Uint8Array | undefined): Float32Array {
  const { buffer, byteOffset, byteLength } = part!;
  return new Float32Array(buffer, byteOffset, byteLength / 4);
}

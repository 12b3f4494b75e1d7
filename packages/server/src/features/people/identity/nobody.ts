// Ids that identify no one: what programming mistakes and placeholders leave where an id should be.
import { hash } from 'node:crypto';

const words = [
  ...['', 'undefined', 'null', 'nan', '[object object]', 'true', 'false', '0', '-1'],
  ...['guest', 'anonymous', 'unknown', 'none', '00000000-0000-0000-0000-000000000000'],
];
/** As programs write them. */
const spellings = [...words, 'NaN', '[object Object]'];
const algorithms = ['sha256', 'sha1', 'md5'] as const;

/** Of a shop's people, each would be the same one. */
const nobodys = new Set([
  ...words,
  ...spellings.flatMap((word) => algorithms.map((algorithm) => hash(algorithm, word))),
]);

export const nobodysDetail = 'is no id of anybody, but what a missing value looks like';

/** Does it name nobody? Whatever its case, and with blanks around it. */
export function isNobodysId(id: string): boolean {
  return nobodys.has(id.trim().toLowerCase());
}

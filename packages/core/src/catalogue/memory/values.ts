// The distinct values of a column: as JSON text by code, with the elements of those that are lists.
import type { Json } from '../../feeds/json.ts';
import { jsonOf, readValue } from './bytes.ts';
import { addTo, codeIn, makePool, type Pool, poolBytes, trim } from './pool.ts';
import { scanArray } from './scan.ts';

/** Values that are kept read, by column: of those that are few, and so are asked for often. */
const parsedMost = 4_096;

export interface Values {
  readonly pool: Pool;
  hasLists: boolean;
  elements: Elements | undefined;
  readonly parsed: (Json | undefined)[];
}

/** Elements of value `code`, each once: `codes[starts[code] .. starts[code + 1]]`. */
export interface Elements {
  /** Elements, and values that are no lists, as JSON text. */
  readonly pool: Pool;
  starts: Uint32Array;
  codes: Uint32Array;
  /** One more than the last value whose elements are known. */
  end: number;
}

/** No values. */
export function makeValues(): Values {
  return { pool: makePool(), hasLists: false, elements: undefined, parsed: [] };
}

/** A value by its code. */
export function parsedValue(values: Values, code: number): Json {
  const known = values.parsed[code];
  if (known !== undefined) return known;
  const { starts, bytes } = values.pool;
  const value = readValue(bytes, starts[code]!, starts[code + 1]!);
  if (code < parsedMost) values.parsed[code] = value;
  return value;
}

/** The code of a value that is not a list; 0 where the column never had it. */
export function codeOfValue({ pool }: Values, value: Json): number {
  const json = jsonOf(value);
  return codeIn(pool, json, 0, json.length);
}

/** The code of an element, or of a value that is no list; 0 where there is none such. */
export function codeOfElement(values: Values, value: Json): number {
  const { pool } = elementsOf(values);
  const json = jsonOf(value);
  return codeIn(pool, json, 0, json.length);
}

/** Has the value of a code the element? */
export function holdsElement({ starts, codes }: Elements, code: number, element: number): boolean {
  const end = starts[code + 1]!;
  for (let at = starts[code]!; at < end; at += 1) if (codes[at] === element) return true;
  return false;
}

/** The elements of all values that there are by now. */
export function elementsOf(values: Values): Elements {
  while (readSomeElements(values, Number.POSITIVE_INFINITY));
  return values.elements!;
}

/** Finds out the elements of so many more values; false where those of all are known. */
export function readSomeElements(values: Values, most: number): boolean {
  const { pool } = values;
  values.elements ??= {
    pool: makePool(),
    starts: new Uint32Array(pool.end + 1),
    codes: new Uint32Array(pool.end + 1),
    end: 1,
  };
  const { elements } = values;
  if (elements.end === pool.end) return false;
  if (elements.starts.length < pool.end + 1)
    elements.starts = longer(elements.starts, pool.end + 1);
  const end = Math.min(pool.end, elements.end + most);
  for (; elements.end < end; elements.end += 1) readElements(elements, pool, elements.end);
  return true;
}

function readElements(elements: Elements, { bytes, starts }: Pool, code: number): void {
  const first = elements.starts[code]!;
  let end = first;
  const add = (from: number, to: number) => {
    const element = addTo(elements.pool, bytes, from, to);
    for (let at = first; at < end; at += 1) if (elements.codes[at] === element) return;
    if (end >= elements.codes.length) elements.codes = longer(elements.codes, end + 1);
    elements.codes[end++] = element;
  };
  const start = starts[code]!;
  if (bytes[start] === 0x5b) scanArray(bytes, start, add);
  else add(start, starts[code + 1]!);
  elements.starts[code + 1] = end;
}

function longer(array: Uint32Array, least: number): Uint32Array {
  const larger = new Uint32Array(Math.max(least, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}

/** How much memory they take, without what was read of them. */
export function valuesBytes({ pool, elements }: Values): number {
  const ofElements = elements
    ? poolBytes(elements.pool) + elements.starts.byteLength + elements.codes.byteLength
    : 0;
  return poolBytes(pool) + ofElements;
}

/** Lets go of what was kept free for more. */
export function trimValues({ pool, elements }: Values): void {
  trim(pool);
  if (elements) trim(elements.pool);
}

// Knows which attributes decisions have read, and how they are stored to replay a decision.

import { type Attributes, LazyAttributes, parsePath } from '../conditions/index.ts';
import type { CompiledCampaign } from './compiled.ts';

/**
 * Path of an attribute -> the value that was found there, as JSON: scalars and lists as they are;
 * `{ o: [[name, value], ...] }` an object; `{ n: "Infinity" }` a number that JSON lacks; `{ u: 1 }`
 * a member without a value; `{ c: length }` a value too long to be kept. What was not there is
 * left out, and so is what was not asked for.
 */
export type ValuesRead = Readonly<Record<string, unknown>>;

/** The longest value kept, and the most of one request, in characters of JSON. */
const longestValue = 4_000;
const mostTogether = 16_000;

/**
 * The values that decisions of these campaigns have read from the attributes of one visitor, as
 * JSON text of `ValuesRead`; '' where there are none. To be called when all is decided, before
 * anything else reads attributes.
 */
export function textOfValuesRead(
  campaigns: readonly CompiledCampaign[],
  attributes: Attributes,
): string {
  let text = '';
  const noted = new Set<string>();
  for (const { reads } of campaigns) {
    for (const { path, member, found } of reads) {
      if (noted.has(path)) continue;
      const value = found(attributes);
      if (value === undefined) continue;
      noted.add(path);
      text += `${text === '' ? '{' : ','}${member}${valueText(value, text.length)}`;
    }
  }
  return text === '' ? '' : `${text}}`;
}

function valueText(value: unknown, before: number): string {
  if (typeof value === 'boolean' || value === null) return String(value);
  const kept = JSON.stringify(keptOf(value));
  const isTooLong = kept.length > longestValue || before + kept.length > mostTogether;
  return isTooLong ? `{"c":${kept.length}}` : kept;
}

function keptOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : { n: String(value) };
  if (value === undefined) return { u: 1 };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(keptOf);
  // It has no properties of its own, and conditions see no others.
  if (value instanceof LazyAttributes) return { o: [] };
  return { o: Object.entries(value).map(([name, member]) => [name, keptOf(member)]) };
}

function plainOf(kept: unknown): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  if (Array.isArray(kept)) return kept.map(plainOf);
  if ('n' in kept) return Number(kept.n);
  if (!('o' in kept)) return undefined;
  const members = kept.o as readonly (readonly [string, unknown])[];
  return Object.fromEntries(members.map(([name, member]) => [name, plainOf(member)]));
}

/** The attributes that a decision read, to decide by them again. */
export function attributesRead(values: ValuesRead): LazyAttributes {
  const root = new ReadAttributes();
  for (const [path, kept] of Object.entries(values)) root.put(parsePath(path), plainOf(kept));
  return root;
}

/** Paths of values that were too long to be kept: a decision that depends on them is not known. */
export function pathsNotKept(values: ValuesRead): string[] {
  const isCut = (kept: unknown) => typeof kept === 'object' && kept !== null && 'c' in kept;
  return Object.keys(values).filter((path) => isCut(values[path]));
}

class ReadAttributes extends LazyAttributes {
  readonly #members = new Map<string, ReadAttributes>();
  #value: unknown;

  put([name, ...deeper]: readonly string[], value: unknown): void {
    if (name === undefined) {
      this.#value = value;
      return;
    }
    let member = this.#members.get(name);
    if (!member) {
      member = new ReadAttributes();
      this.#members.set(name, member);
    }
    member.put(deeper, value);
  }

  read(name: string): unknown {
    const member = this.#members.get(name);
    return member === undefined ? undefined : member.#reported;
  }

  toJSON() {
    return Object.fromEntries([...this.#members].map(([name, member]) => [name, member.#reported]));
  }

  /**
   * An object that came whole holds its members; of a lazy one, which only stands in lazy ones,
   * they came by themselves.
   */
  get #reported(): unknown {
    const value = this.#value;
    if (this.#members.size === 0) return value;
    const isWhole = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    return isWhole ? value : this;
  }
}

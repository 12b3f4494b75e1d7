// Knows how an attribute is addressed by text, and that only own properties are ever read.

import { LazyAttributes } from './condition.ts';
import { sharing } from './shared.ts';

type Reader = (holder: unknown) => unknown;

/** A path's reader, shared by all conditions that ask for it. */
export interface PathReader {
  (holder: unknown): unknown;
  readonly path: string;
  /** The path as the name of a member in JSON, colon included: it is written at each decision. */
  readonly member: string;
  /** What was found in `holder`; undefined too where another was read after it, or it was not. */
  found(holder: unknown): unknown;
}

/**
 * Splits a dotted path into property names: `affinity.colour.red` -> 3 names.
 *
 * `\.` is a dot within a name, `\\` a backslash, `\$` a dollar sign (a name that begins with one
 * would else be taken for an operator); a backslash before anything else stands for itself.
 */
export function parsePath(path: string): string[] {
  const names: string[] = [];
  let name = '';
  for (let at = 0; at < path.length; at += 1) {
    const character = path[at] as string;
    const next = path[at + 1];
    if (character === '\\' && (next === '.' || next === '\\' || next === '$')) {
      name += next;
      at += 1;
    } else if (character === '.') {
      names.push(name);
      name = '';
    } else {
      name += character;
    }
  }
  names.push(name);
  return names;
}

/** Writes property names as a path that parsePath reads back, whatever they contain. */
export function formatPath(names: readonly string[]): string {
  const path = names.map((name) => name.replace(/[\\.]/g, '\\$&')).join('.');
  return path.startsWith('$') ? `\\${path}` : path;
}

const readers = sharing<PathReader>();

/**
 * Compiles a path into a function that reads it; what is not there reads as undefined.
 *
 * Conditions that ask for the same path share its reader, which remembers what it last read: many
 * campaigns ask the same of one visitor. What is read may therefore not change afterwards.
 */
export function compileReader(path: string): PathReader {
  return readers(path, () => remembering(path, readerOf(parsePath(path))));
}

/**
 * Compiles a path into a reader of a list's elements. It remembers nothing, and leaves what is
 * remembered of the visitor's attribute of that path as it is.
 */
export function compileElementReader(path: string): Reader {
  return readerOf(parsePath(path));
}

function remembering(path: string, read: Reader): PathReader {
  let lastHolder: unknown;
  let lastValue: unknown;
  const reader = (holder: unknown) => {
    if (holder !== lastHolder) {
      lastValue = read(holder);
      lastHolder = holder;
    }
    return lastValue;
  };
  const found = (holder: unknown) => (holder === lastHolder ? lastValue : undefined);
  return Object.assign(reader, { path, member: `${JSON.stringify(path)}:`, found });
}

function readerOf(names: readonly string[]): Reader {
  return (holder) => {
    let value = holder;
    for (const name of names) value = readOwn(value, name);
    return value;
  };
}

/**
 * What a path counts as, in an order, where nothing is there: 0, as the published cases have it;
 * but who has no rank (`affinity.color.red.rank`) is behind everybody who has one.
 */
export function missingAs(path: string): number {
  const names = parsePath(path);
  return names[0] === 'affinity' && names.at(-1) === 'rank' ? Number.POSITIVE_INFINITY : 0;
}

/** Own properties only: `constructor` or `__proto__` reach data of that name or nothing. */
function readOwn(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  // These have no properties of their own.
  if (holder instanceof LazyAttributes) return holder.read(name);
  return Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;
}

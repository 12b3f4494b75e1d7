// What differs between two JSON values, place by place, in the words of a person.

import { isRawNumber } from '../json/index.ts';
import { placeOf } from './place.ts';
import { pointerTo } from './pointer.ts';

/**
 * One difference. `pointer` is a JSON pointer (RFC 6901) into the value after, of what was removed
 * into the value before. `reordered`: the same members of a list stand in another order; before
 * and after are then their ids or names.
 */
export interface Difference {
  readonly change: 'added' | 'removed' | 'changed' | 'reordered';
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** One difference, with where it is in words: "Men › Control › weight". */
export interface PlacedDifference extends Difference {
  readonly place: string;
}

/** Deeper values are compared as a whole; no body of the API is that deep. */
const depthMax = 100;

/**
 * Every difference between two JSON values, in the order of their members; none where they say the
 * same. Members of lists that have an `id` each, or else a `name`, are matched by it, those of
 * other lists by their place where the lists are equally long.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  return valueDifferences(before, after, '', 0);
}

/** The same, each with its place, by the names of what lies on the way. */
export function placedDifferences(before: unknown, after: unknown): PlacedDifference[] {
  return differencesOf(before, after).map((one) => ({
    ...one,
    place: placeOf(one.change === 'removed' ? before : after, one.pointer),
  }));
}

function valueDifferences(
  before: unknown,
  after: unknown,
  pointer: string,
  depth: number,
): Difference[] {
  if (isSame(before, after)) return [];
  if (depth < depthMax) {
    if (isMembers(before) && isMembers(after)) {
      return memberDifferences(before, after, pointer, depth + 1);
    }
    if (Array.isArray(before) && Array.isArray(after)) {
      return listDifferences(before, after, pointer, depth + 1);
    }
  }
  return [{ change: 'changed', pointer, before, after }];
}

type Members = Readonly<Record<string, unknown>>;

function memberDifferences(
  before: Members,
  after: Members,
  pointer: string,
  depth: number,
): Difference[] {
  const own = (from: Members, name: string) => (Object.hasOwn(from, name) ? from[name] : undefined);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    oneDifference(own(before, name), own(after, name), pointerTo(pointer, name), depth),
  );
}

/** Undefined: there is none, which JSON has no other word for. */
function oneDifference(
  before: unknown,
  after: unknown,
  pointer: string,
  depth: number,
): Difference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ change: 'added', pointer, after }];
  if (after === undefined) return [{ change: 'removed', pointer, before }];
  return valueDifferences(before, after, pointer, depth);
}

type List = readonly unknown[];

function listDifferences(before: List, after: List, pointer: string, depth: number): Difference[] {
  const key = (['id', 'name'] as const).find(
    (name) => areKeyed(before, name) && areKeyed(after, name),
  );
  if (key) return keyedDifferences(before as Members[], after as Members[], key, pointer, depth);
  if (before.length !== after.length) return [{ change: 'changed', pointer, before, after }];
  return before.flatMap((value, at) => oneDifference(value, after[at], `${pointer}/${at}`, depth));
}

function areKeyed(list: List, key: string): list is Members[] {
  const keys = list.map((one) => (isMembers(one) ? one[key] : undefined));
  return !keys.includes(undefined) && new Set(keys).size === keys.length;
}

function keyedDifferences(
  before: readonly Members[],
  after: readonly Members[],
  key: string,
  pointer: string,
  depth: number,
): Difference[] {
  const places = new Map(after.map((one, at) => [one[key], at]));
  const known = new Map(before.map((one) => [one[key], one]));
  const removed = before.flatMap((one, at): Difference[] =>
    places.has(one[key]) ? [] : [{ change: 'removed', pointer: `${pointer}/${at}`, before: one }],
  );
  const stayed = before.filter((one) => places.has(one[key])).map((one) => one[key]);
  const stay = after.filter((one) => known.has(one[key])).map((one) => one[key]);
  return [
    ...removed,
    ...after.flatMap((one, at) =>
      oneDifference(known.get(one[key]), one, `${pointer}/${at}`, depth),
    ),
    ...(isSame(stayed, stay)
      ? []
      : [{ change: 'reordered' as const, pointer, before: stayed, after: stay }]),
  ];
}

/** Do two values say the same? The order of members says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isRawNumber(one)) return isRawNumber(other) && one.rawJSON === other.rawJSON;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => isSame(value, other[at]))
    );
  }
  if (!isMembers(one) || !isMembers(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isMembers(value: unknown): value is Members {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
  );
}

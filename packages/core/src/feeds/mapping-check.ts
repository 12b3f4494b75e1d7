// What the checks of a mapping's parts share: how faults are reported, paths and unknown members.
import { pointerTo } from '../text/pointer.ts';
import { isJsonObject, shown } from './json.ts';
import { type Path, parsePath } from './mapping-path.ts';

/** Takes an RFC 6901 pointer into the mapping's file, and what is wrong there. */
export type Report = (pointer: string, detail: string) => void;

export type Members = Readonly<Record<string, unknown>>;

const PATHS_MAX = 10;

/** Its members, each of which must be known; undefined, and reported, where it is no object. */
export function membersOf(
  json: unknown,
  known: ReadonlySet<string>,
  pointer: string,
  report: Report,
): Members | undefined {
  if (!isJsonObject(json)) {
    report(pointer, `must be an object, not ${shown(json)}`);
    return undefined;
  }
  for (const field of Object.keys(json)) {
    if (!known.has(field)) report(pointerTo(pointer, field), 'is unknown');
  }
  return json;
}

/** A path, or several of which the first that finds something counts. */
export function readPaths(from: unknown, pointer: string, report: Report): Path[] {
  const texts: readonly unknown[] = Array.isArray(from) ? from : [from];
  if (texts.length === 0 || texts.length > PATHS_MAX) {
    report(pointer, `must be a path, or 1 to ${PATHS_MAX} paths`);
  }
  return texts.slice(0, PATHS_MAX).flatMap((text) => {
    const path = typeof text === 'string' ? parsePath(text) : undefined;
    if (path) return [path];
    const given = text === undefined ? '' : `, not ${shown(text)}`;
    report(pointer, `must be a path such as images[0].uri${given}`);
    return [];
  });
}

/** A list of at most so many; empty, and reported, where it is none. */
export function listOf(
  json: unknown,
  most: number,
  pointer: string,
  report: Report,
): readonly unknown[] {
  if (Array.isArray(json) && json.length > 0 && json.length <= most) return json;
  report(pointer, `must be a list of 1 to ${most}`);
  return [];
}

/** A short text that separates or introduces something. */
export function isMark(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 10;
}

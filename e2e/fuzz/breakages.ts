// How a valid document is broken: in any place, however deep, in one way or in several.
import fc from 'fast-check';
import { hostileName, hostileValue } from './hostile.ts';
import { Members, toJsonText, toMembers } from './json-text.ts';

type Kind = 'replace' | 'remove' | 'add' | 'rename' | 'repeat' | 'multiply' | 'wrap';

/** One fault; `at` picks a place among all that the document has. */
export interface Breakage {
  readonly at: number;
  readonly kind: Kind;
  readonly name: string;
  readonly value: unknown;
}

export const breakages: fc.Arbitrary<Breakage> = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom<Kind>(
    'replace',
    'replace',
    'replace',
    'remove',
    'add',
    'rename',
    'repeat',
    'multiply',
    'wrap',
  ),
  name: hostileName,
  value: hostileValue,
});

/** A place in a document: what holds it, where, and how to put something else there. */
interface Place {
  readonly value: unknown;
  readonly put: (value: unknown) => void;
  /** The object that it is a member of, and its index there. */
  readonly among?: { readonly members: Members; readonly index: number };
}

/** The document with its faults; the original is left as it is. */
export function breakDocument(document: unknown, faults: readonly Breakage[]): unknown {
  const root = { value: toMembers(document) };
  for (const fault of faults) {
    const put = (value: unknown) => {
      root.value = value;
    };
    const places = placesOf({ value: root.value, put });
    apply(places[fault.at % places.length] as Place, fault);
    // What stands in a list a thousand times is one value: a fault in it would multiply as well.
    if (fault.kind === 'multiply') break;
  }
  return root.value;
}

function placesOf(place: Place): Place[] {
  const { value } = place;
  if (Array.isArray(value)) {
    const inner = value.slice(0, 100).flatMap((member: unknown, index) => {
      const put = (other: unknown) => {
        value[index] = other;
      };
      return placesOf({ value: member, put });
    });
    return [place, ...inner];
  }
  if (!(value instanceof Members)) return [place];
  const inner = value.list.slice(0, 100).flatMap(([name, member], index) => {
    const put = (other: unknown) => {
      value.list[index] = [name, other];
    };
    return placesOf({ value: member, put, among: { members: value, index } });
  });
  return [place, ...inner];
}

/** How often a value may stand in a list, so that the document stays below some megabytes. */
function timesOf(value: unknown, wanted: number): number {
  return Math.max(1, Math.min(wanted * 2, Math.floor(2_000_000 / toJsonText(value).length)));
}

function apply({ value, put, among }: Place, { value: plain, ...rest }: Breakage): void {
  const list = among?.members.list;
  // A copy: what is put here may be broken itself.
  const fault = { ...rest, value: toMembers(plain) };
  const { at, kind, name } = fault;
  if (kind === 'remove') put(undefined);
  else if (kind === 'add') {
    if (value instanceof Members) value.list.push([name, fault.value]);
    else if (Array.isArray(value)) value.push(fault.value);
    else put(fault.value);
  } else if (kind === 'rename') {
    if (list && among) list[among.index] = [name, value];
    else put(new Members([[name, value]]));
  } else if (kind === 'repeat') {
    // The same name twice, the second time with something else.
    if (list && among) list.push([list[among.index]?.[0] ?? '', fault.value]);
    else put([value, value]);
  } else if (kind === 'multiply') put(new Array(timesOf(value, at)).fill(value));
  else if (kind === 'wrap') put(at % 2 === 0 ? [value] : new Members([[name, value]]));
  else put(fault.value);
}

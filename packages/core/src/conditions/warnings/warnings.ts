// Knows what of a condition its author cannot have meant: what never matches, and unknown fields.

import { pointerTo } from '../../text/pointer.ts';
import { type ConditionOptions, isRecord, LIST_OPERATORS } from '../condition.ts';
import { parsePath } from '../path.ts';
import { type ConditionField, isScalarField, unknownParts } from './fields.ts';
import { type Constraint, constraintsOf, neverTogether } from './never.ts';
import type { ConditionWarning } from './warning.ts';

export interface WarningOptions extends ConditionOptions {
  /** What can be asked about; without them no field is unknown. */
  readonly fields?: readonly ConditionField[];
}

/** How many parts are looked at: audiences may refer to one another again and again. */
const mostParts = 20_000;

interface Facts {
  readonly byPath: ReadonlyMap<string, readonly Constraint[]>;
}

interface Found {
  readonly byPath: Map<string, readonly Constraint[]>;
  readonly branches: { readonly parts: readonly unknown[]; readonly at: Place }[];
  dead: Dead | undefined;
}

interface Dead {
  readonly pointer: string;
  readonly why: string;
}

interface Place {
  readonly pointer: string;
  /** What is asked about: a person, or an element of a list. */
  readonly isElement: boolean;
  /** The audiences that led here; all that stands in one has the place of its reference. */
  readonly audiences: readonly number[];
}

/**
 * Lists what a condition's author should know before it is live.
 *
 * Sound: what it says can never match never does, whatever the attributes are. It does not find
 * everything. A condition should have passed `checkCondition`; faults are not warned about.
 */
export function conditionWarnings(json: unknown, options: WarningOptions = {}): ConditionWarning[] {
  const { fields } = options;
  const look = new Look(options);
  const root: Place = { pointer: '', isElement: false, audiences: [] };
  const dead = look.deadEnd(json, root, { byPath: new Map() });
  const unknown = fields ? unknownParts(json, fields) : [];
  if (dead === undefined) return [...look.parts, ...unknown];
  return [
    { pointer: dead.pointer, detail: `can never match: ${dead.why}`, kind: 'never' },
    ...unknown,
  ];
}

class Look {
  /** Branches that add nobody, though the whole may match. */
  readonly parts: ConditionWarning[] = [];
  readonly #options: WarningOptions;
  #left = mostParts;

  constructor(options: WarningOptions) {
    this.#options = options;
  }

  /** Why nothing passes `json` together with what is known from around it; undefined: it may. */
  deadEnd(json: unknown, place: Place, around: Facts): Dead | undefined {
    const found: Found = { byPath: new Map(), branches: [], dead: undefined };
    this.#collect(json, place, found);
    if (found.dead) return found.dead;
    const byPath = new Map(around.byPath);
    for (const [path, constraints] of found.byPath) {
      const all = [...(around.byPath.get(path) ?? []), ...constraints];
      const dead = this.#deadPath(path, all, place);
      if (dead) return dead;
      byPath.set(path, all);
    }
    for (const { parts, at } of found.branches) {
      const dead = this.#deadBranches(parts, at, { byPath });
      if (dead) return dead;
    }
    return undefined;
  }

  #deadBranches(parts: readonly unknown[], at: Place, around: Facts): Dead | undefined {
    const before = this.parts.length;
    const ends = parts.map((part, number) => this.deadEnd(part, inside(at, number), around));
    if (ends.every((end) => end !== undefined)) {
      this.parts.length = before;
      const [only] = ends;
      return ends.length === 1
        ? only
        : { pointer: at.pointer, why: `none of its parts can: ${only?.why}` };
    }
    if (at.audiences.length > 0 || at.isElement) return undefined;
    for (const [number, end] of ends.entries()) {
      if (!end) continue;
      const detail = `can never match, so it adds no users: ${end.why}`;
      this.parts.push({ pointer: inside(at, number).pointer, detail, kind: 'never-part' });
    }
    return undefined;
  }

  #collect(json: unknown, place: Place, found: Found): void {
    if (!isRecord(json)) return;
    for (const [key, operand] of Object.entries(json)) {
      this.#left -= 1;
      if (this.#left < 0 || found.dead) return;
      this.#collectMember(key, operand, inside(place, key), found);
    }
  }

  #collectMember(key: string, operand: unknown, place: Place, found: Found): void {
    if (key === '$not') {
      this.#collectNegated(operand, place, found);
    } else if (key === '$audience') {
      this.#collectAudience(operand, place, found);
    } else if (LIST_OPERATORS.has(key)) {
      if (Array.isArray(operand)) this.#collectList(key, operand, place, found);
    } else if (!key.startsWith('$')) {
      const { pointer, audiences } = place;
      const pointerOf = (name: string) =>
        audiences.length > 0 ? pointer : pointerTo(pointer, name);
      addConstraints(found, key, constraintsOf(operand, pointer, pointerOf));
    }
  }

  #collectList(operator: string, list: readonly unknown[], place: Place, found: Found): void {
    if (operator === '$or' && list.length > 0) found.branches.push({ parts: list, at: place });
    for (const [at, part] of list.entries()) {
      if (operator === '$and') this.#collect(part, inside(place, at), found);
      if (operator === '$nor') this.#collectNegated(part, inside(place, at), found);
    }
  }

  /** What must not hold: distinguished only where it is about one path. */
  #collectNegated(json: unknown, place: Place, found: Found): void {
    if (!isRecord(json)) return;
    const entries = Object.entries(json);
    const [only] = entries;
    if (!only) {
      found.dead = { pointer: place.pointer, why: 'an empty condition always matches' };
    } else if (entries.length === 1 && only[0] === '$not') {
      this.#collect(only[1], inside(place, '$not'), found);
    } else if (entries.length === 1 && !only[0].startsWith('$')) {
      const [path, operand] = only;
      const { pointer } = inside(place, path);
      addConstraints(found, path, [{ name: '$not', operand, pointer }]);
    }
  }

  #collectAudience(id: unknown, place: Place, found: Found): void {
    const { isElement, audiences } = place;
    if (typeof id !== 'number' || isElement || audiences.includes(id)) return;
    const condition = this.#options.audiences?.get(id);
    this.#collect(condition, { ...place, audiences: [...audiences, id] }, found);
  }

  #deadPath(path: string, all: readonly Constraint[], place: Place): Dead | undefined {
    const { fields = [] } = this.#options;
    const implied = place.isElement ? [] : impliedOf(path);
    const never = neverTogether([...all, ...implied], {
      options: this.#options,
      path,
      isScalar: !place.isElement && isScalarField(path, fields),
      isNeverObject: (json) => this.#isNeverElement(json),
    });
    if (!never) return undefined;
    const reported = never.filter((one) => !implied.includes(one));
    const { pointer } = reported.at(-1) ?? all.at(-1)!;
    const words = reported.map(({ name, operand }) => `${name} ${shortened(operand)}`);
    return { pointer, why: `no value of ${path} passes ${words.join(' and ')}` };
  }

  #isNeverElement(json: unknown): boolean {
    const before = this.parts.length;
    const place = { pointer: '', isElement: true, audiences: [] };
    const dead = this.deadEnd(json, place, { byPath: new Map() });
    this.parts.length = before;
    return dead !== undefined;
  }
}

function addConstraints(found: Found, path: string, more: readonly Constraint[]): void {
  found.byPath.set(path, [...(found.byPath.get(path) ?? []), ...more]);
}

function inside(place: Place, key: string | number): Place {
  if (place.audiences.length > 0) return place;
  return { ...place, pointer: pointerTo(place.pointer, key) };
}

/** Counts begin at 0, and ranks at 1. */
function impliedOf(path: string): Constraint[] {
  const names = parsePath(path);
  const [first] = names;
  if (first === 'activity') return [{ name: '$gte', operand: 0, pointer: '' }];
  const isRank = first === 'affinity' && names.length === 4 && names.at(-1) === 'rank';
  return isRank ? [{ name: '$gte', operand: 1, pointer: '' }] : [];
}

function shortened(operand: unknown): string {
  const text = JSON.stringify(operand) ?? '';
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`;
}

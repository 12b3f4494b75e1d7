// A profile in a node's memory: decoded when it is needed, with what every decision reads cached.
import type { ByteSpan } from '@attune/byte-cache';
import {
  type ActivityQuestion,
  type AffinityEdits,
  affinityText,
  type ChosenSettings,
  chooseProperties,
  countActivity,
  dayOf,
  decodeProfile,
  emptyProfile,
  mergeProfiles,
  type Normaliser,
  type Profile,
  propertiesRead,
  type RankedValue,
  rankValues,
} from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { Derived } from './derived.ts';

/** What ranks depend on beside the profile; the same object for as long as that is the same. */
export interface RankBasis {
  readonly settings: ChosenSettings;
  readonly normaliser: Normaliser | undefined;
  readonly today: number;
  /** Of a site's own: no other one has it in this process. */
  readonly number?: number;
}

interface SharedBasis {
  readonly key: string;
  readonly basis: RankBasis;
}

const bySnapshot = new WeakMap<SiteSnapshot, SharedBasis>();
const bySite = new Map<number, SharedBasis>();
/** The bases of sites as they are now, by their number. */
const basisOf = new Map<number, RankBasis>();
let lastNumber = 0;

function replaceBasis(last: RankBasis | undefined, fresh: Omit<RankBasis, 'number'>): RankBasis {
  if (last?.number !== undefined) basisOf.delete(last.number);
  lastNumber += 1;
  const basis = { ...fresh, number: lastNumber };
  basisOf.set(lastNumber, basis);
  return basis;
}

/** What ranks of a site's profiles depend on now. */
export function rankBasis(snapshot: SiteSnapshot, now: number): RankBasis {
  const today = dayOf(now);
  const cached = bySnapshot.get(snapshot);
  if (cached?.basis.today === today) return cached.basis;
  const { site, feeds, normaliser } = snapshot;
  const settings = chooseProperties(site.settings.affinity, feeds);
  const key = JSON.stringify([settings, normaliser?.number, today]);
  let own = bySite.get(site.id);
  if (own?.key !== key) {
    own = { key, basis: replaceBasis(own?.basis, { settings, normaliser, today }) };
    bySite.set(site.id, own);
  }
  bySnapshot.set(snapshot, own);
  return own.basis;
}

interface Ranks {
  readonly basis: RankBasis;
  readonly properties: readonly string[];
  readonly byProperty: Map<string, readonly RankedValue[]>;
  text: string | undefined;
}

const noAssignments: ReadonlyMap<string, number> = new Map();
const noValues: readonly RankedValue[] = [];

/** One request reads a profile several times, one after the other. */
let lastDecoded: { readonly owner: CachedProfile; readonly profile: Profile } | undefined;

/** The text that is stored of a profile, or the same in UTF-8. */
export type StoredState = string | ByteSpan;

/** Of one user or, summed, of several. Immutable to its readers. */
export class CachedProfile {
  readonly #states: readonly StoredState[];
  /** What teammates have edited of it. */
  readonly edits: AffinityEdits;
  #head: Derived['head'];
  #ranks: Ranks | undefined;
  #activity: Derived['activity'];
  #hasChanged = false;

  /**
   * `states` are what is stored; none for an unknown user. `derived` is what was derived from the
   * same states and edits before.
   */
  constructor(states: readonly StoredState[], edits: AffinityEdits = [], derived?: Derived) {
    this.#states = states;
    this.edits = edits;
    if (!derived) return;
    const { head, ranks, activity } = derived;
    this.#head = head;
    const basis = ranks && basisOf.get(ranks.basis);
    if (basis) this.#ranks = { ...ranks, basis, text: undefined };
    this.#activity = activity;
  }

  /** Has anything been derived since it was made? */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** What was derived from it, for another one to begin with; the answer's text excepted. */
  derived(): Derived {
    const [head, ranks, activity] = [this.#head, this.#ranks, this.#activity];
    const basis = ranks?.basis.number;
    return {
      ...(head && { head }),
      ...(ranks && basis !== undefined && { ranks: { ...ranks, basis } }),
      ...(activity && { activity }),
    };
  }

  /** The whole of it: decoded, unless it was the last one that was. */
  decode(): Profile {
    if (lastDecoded?.owner !== this) {
      const [first = emptyProfile(), ...others] = this.#states.map((state) =>
        decodeProfile(String(state)),
      );
      const profile = others.reduce((sum, one) => mergeProfiles(sum, one), first);
      lastDecoded = { owner: this, profile };
    }
    return lastDecoded.profile;
  }

  get firstSeen(): number | undefined {
    return this.#readHead().firstSeen;
  }

  get lastSeen(): number | undefined {
    return this.#readHead().lastSeen;
  }

  /** The variation that the user stays with under an assignment key. */
  assigned(key: string): number | undefined {
    return this.#readHead().assignments.get(key);
  }

  /**
   * How often the user did something lately; cached, since each of their requests asks the same.
   */
  count(question: ActivityQuestion, today: number): number {
    if (this.#activity?.today !== today) this.#activity = { today, byQuestion: new Map() };
    const { byQuestion } = this.#activity;
    const key = JSON.stringify(question);
    const cached = byQuestion.get(key);
    if (cached !== undefined) return cached;
    const counted = countActivity(this.decode(), question, today);
    byQuestion.set(key, counted);
    this.#hasChanged = true;
    return counted;
  }

  /** The properties that count for the user, in code-point order. */
  properties(basis: RankBasis): readonly string[] {
    return this.#readRanks(basis).properties;
  }

  /** A property's values in rank order; none where it does not count. */
  rank(basis: RankBasis, property: string): readonly RankedValue[] {
    const ranks = this.#readRanks(basis);
    const cached = ranks.byProperty.get(property);
    if (cached) return cached;
    if (!ranks.properties.includes(property)) return noValues;
    const { settings, normaliser, today } = basis;
    const values = rankValues(this.decode(), property, settings, normaliser, today, this.edits);
    ranks.byProperty.set(property, values);
    this.#hasChanged = true;
    return values;
  }

  /** All ranks as the answer of userprofile has them; `{}` when nothing is ranked. */
  text(basis: RankBasis): string {
    const ranks = this.#readRanks(basis);
    if (ranks.text === undefined) {
      const all = ranks.properties.map((name) => [name, this.rank(basis, name)] as const);
      ranks.text = affinityText(new Map(all.filter(([, values]) => values.length > 0)));
    }
    return ranks.text;
  }

  #readRanks(basis: RankBasis): Ranks {
    if (this.#ranks?.basis !== basis) {
      const properties = propertiesRead(this.decode(), basis.settings, this.edits);
      this.#ranks = { basis, properties, byProperty: new Map(), text: undefined };
      this.#hasChanged = true;
    }
    return this.#ranks;
  }

  #readHead(): NonNullable<Derived['head']> {
    if (!this.#head) {
      const { firstSeen, lastSeen, assignments } = this.decode();
      const variations = [...assignments].map(
        ([key, { variationId }]) => [key, variationId] as const,
      );
      const assigned = variations.length > 0 ? new Map(variations) : noAssignments;
      this.#head = { firstSeen, lastSeen, assignments: assigned };
      this.#hasChanged = true;
    }
    return this.#head;
  }
}

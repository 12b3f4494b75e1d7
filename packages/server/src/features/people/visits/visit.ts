// The affinity of this visit, worked out of memory when something needs it, and not before.
import type { ChooseInput } from '@attune/contract';
import {
  blendRanks,
  type Observation,
  observeVisit,
  type Profile,
  type RankedValue,
  rankVisit,
} from '@attune/core';
import type { CachedProfile, RankBasis } from '../profiles/index.ts';
import type { ProductValues } from './products.ts';

export interface Visited {
  readonly profile: CachedProfile | undefined;
  readonly valuesOf: ProductValues;
  readonly now: number;
}

type ContextInput = NonNullable<ChooseInput['context']>;

const minuteMs = 60_000;

/**
 * The affinity of a visit: of the page's product, what is in the cart, and what was seen and bought
 * in the last minutes (`sessionMinutes`), by any of the person's devices. Ranks of a property are
 * cached for as long as the request lasts.
 */
export class Visit {
  readonly #visited: Visited;
  readonly #basis: RankBasis;
  readonly #context: ContextInput;
  #observed: readonly Observation[] | undefined;
  readonly #ranks = new Map<string, readonly RankedValue[]>();
  readonly #blends = new Map<string, readonly RankedValue[]>();

  constructor(visited: Visited, basis: RankBasis, context: ContextInput) {
    this.#visited = visited;
    this.#basis = basis;
    this.#context = context;
  }

  /** Does the site blend the visit into the long-term affinity? */
  get isBlended(): boolean {
    return this.#basis.settings.sessionBlend > 0;
  }

  /** Properties with an affinity in this visit, in code-point order. */
  readonly properties = (): string[] => {
    const names = this.#observe().flatMap(({ values }) => [...values.keys()]);
    return [...new Set(names)].filter((name) => this.#isRead(name)).sort();
  };

  /** The affinity of the visit alone, of a property, in rank order. */
  readonly rank = (property: string): readonly RankedValue[] => {
    const cached = this.#ranks.get(property);
    if (cached) return cached;
    const { settings, normaliser, today } = this.#basis;
    const ranked = this.#isRead(property)
      ? rankVisit(this.#observe(), property, settings, normaliser, today)
      : [];
    this.#ranks.set(property, ranked);
    return ranked;
  };

  /** The long-term affinity with the visit's blended in by the site's `sessionBlend`. */
  readonly blend = (property: string): readonly RankedValue[] => {
    const cached = this.#blends.get(property);
    if (cached) return cached;
    const blended = this.blendBy(property, this.#basis.settings.sessionBlend);
    this.#blends.set(property, blended);
    return blended;
  };

  /** The same, by another weight: 0 leaves the visit out, 1 all that was before it. */
  blendBy(property: string, weight: number): readonly RankedValue[] {
    const long = this.#visited.profile?.rank(this.#basis, property) ?? [];
    return weight > 0 ? blendRanks(long, this.rank(property), weight) : long;
  }

  #isRead(property: string): boolean {
    const edits = this.#visited.profile?.edits ?? [];
    const isMuted = edits.some(
      (edit) => edit.property === property && edit.value === undefined && edit.action === 'mute',
    );
    return !isMuted && (this.#basis.settings.properties?.includes(property) ?? true);
  }

  #observe(): readonly Observation[] {
    this.#observed ??= observeVisit(this.#products(), this.#visited.valuesOf);
    return this.#observed;
  }

  #products() {
    const { profile, now } = this.#visited;
    const since = now - this.#basis.settings.sessionMinutes * minuteMs;
    const decoded = profile && (profile.lastSeen ?? 0) >= since ? profile.decode() : undefined;
    const lately = (moments: Profile['viewed'] = new Map()) =>
      [...moments].flatMap(([sku, { time }]) => (time >= since ? [sku] : []));
    const { page, cart = [] } = this.#context;
    const [onPage] = page?.type?.toUpperCase() === 'PRODUCT' ? (page.data ?? []) : [];
    return {
      viewed: [...(onPage === undefined ? [] : [onPage]), ...lately(decoded?.viewed)],
      inCart: cart.map(({ productId }) => productId),
      purchased: lately(decoded?.purchased),
    };
  }
}

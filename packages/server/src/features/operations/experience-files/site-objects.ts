// The objects of a site as files are compared with them: by name, read once, kept up with changes.
import type { Db } from '../../../db/schema.ts';
import type { Publication } from '../../configuration/publications/index.ts';
import { type ObjectRow, selectObjects } from '../../configuration/versioned-objects/index.ts';
import {
  definitionOf,
  goesWith,
  publicationsById,
  statusOf,
} from '../../experiences/campaigns/index.ts';
import { metricKind } from '../../experiences/metrics/index.ts';
import { templateKind } from '../../experiences/templates/index.ts';
import type { IdOf, NameOf } from './references.ts';

const kinds = [
  ...(['audience', 'layer', 'holdout', 'metric', 'strategy', 'template'] as const),
  'campaign',
] as const;
/** What files have. */
export type SiteKind = (typeof kinds)[number];
type Kind = SiteKind;

/** What a site has, and what it is called. */
export class SiteObjects {
  readonly #rows: ReadonlyMap<Kind, Map<number, ObjectRow>>;
  readonly #publications: Map<number, Publication>;

  private constructor(rows: Map<Kind, Map<number, ObjectRow>>, live: Map<number, Publication>) {
    this.#rows = rows;
    this.#publications = live;
  }

  static async read(db: Db, siteId: number): Promise<SiteObjects> {
    const rows = new Map<Kind, Map<number, ObjectRow>>();
    for (const kind of kinds) {
      const those = await selectObjects(db, siteId, kind);
      rows.set(kind, new Map(those.map((row) => [row.id, row])));
    }
    return new SiteObjects(rows, await publicationsById(db, siteId));
  }

  of(kind: Kind): ObjectRow[] {
    return [...(this.#rows.get(kind)?.values() ?? [])];
  }

  named(kind: Kind, name: string): ObjectRow | undefined {
    return this.of(kind).find((row) => row.name === name);
  }

  /** An archived campaign that was called so: the latest. */
  archived(selector: string, name: string): ObjectRow | undefined {
    return this.of('campaign').findLast((row) => {
      if (!row.isArchived) return false;
      const definition = definitionOf(row.body);
      return definition.selector === selector && definition.name === name;
    });
  }

  publication(id: number): Publication | undefined {
    return this.#publications.get(id);
  }

  statusOf(row: ObjectRow) {
    return statusOf(row, this.publication(row.id));
  }

  /**
   * The published campaigns of these whose drafts could not be published, even after the others:
   * another campaign has their placement, or they draw by another unit.
   */
  keptAsPublished(campaigns: readonly ObjectRow[]): ReadonlySet<ObjectRow> {
    const live = new Map([...this.#publications].map(([id, { body }]) => [id, definitionOf(body)]));
    let left = campaigns.filter(({ id }) => live.has(id));
    let before: number;
    do {
      before = left.length;
      left = left.filter(({ id, body }) => {
        const draft = definitionOf(body);
        const isLive = goesWith(draft, [...live.values()]);
        if (isLive) live.set(id, draft);
        return !isLive;
      });
    } while (left.length < before);
    return new Set(left);
  }

  put(kind: Kind, row: ObjectRow): void {
    this.#rows.get(kind)?.set(row.id, row);
  }

  remove(kind: Kind, id: number): void {
    this.#rows.get(kind)?.delete(id);
  }

  publish(id: number, publication: Publication | undefined): void {
    if (publication) this.#publications.set(id, publication);
    else this.#publications.delete(id);
  }

  readonly nameOf: NameOf = (kind, id) => {
    const common = builtIn(kind).find((one) => one.id === id);
    return (common ?? this.#rows.get(kind)?.get(id))?.name ?? null;
  };

  readonly idOf: IdOf = (kind, name) => {
    const common = builtIn(kind).find((one) => one.name === name);
    return (common ?? this.named(kind, name))?.id;
  };
}

/** What every site has of a kind. */
function builtIn(kind: Kind): readonly ObjectRow[] {
  if (kind === 'metric') return metricKind.builtIn ?? [];
  return kind === 'template' ? (templateKind.builtIn ?? []) : [];
}

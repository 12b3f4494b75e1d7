// What is copied of a site: the chosen things, and what they refer to that the other one lacks.
import type { ExperienceFiles } from '@attune/contract';
import type { ObjectRow } from '../../../configuration/versioned-objects/index.ts';
import { inputOf } from '../../../experiences/campaigns/index.ts';
import { audienceFile, layerFile, metricFile, strategyFile, templateFile } from '../export.ts';
import { campaignToFile, type NameOf, type Referred } from '../references.ts';
import type { SiteObjects } from '../site-objects.ts';

export type CopiedKind = Referred | 'campaign';

export interface Copied {
  readonly kind: CopiedKind;
  readonly row: ObjectRow;
  readonly isChosen: boolean;
}

/** By kind, the ids that a teammate chose. */
export type Chosen = Readonly<Partial<Record<CopiedKind, readonly number[]>>>;

export interface Carried {
  readonly copied: readonly Copied[];
  /** Referred to, and there by its name already. */
  readonly used: readonly Copied[];
}

/** Chosen things and, as far as the other site has none of the name, all that they refer to. */
export function carriedOf(from: SiteObjects, to: SiteObjects, chosen: Chosen): Carried {
  const found = new Map<ObjectRow, Copied>();
  const used = new Map<ObjectRow, Copied>();
  const add = (kind: CopiedKind, id: number, isChosen: boolean) => {
    const row = from.of(kind).find((one) => one.id === id);
    // Of what every site has, and of what is deleted, there is nothing to copy.
    if (!row || found.has(row)) return;
    if (!isChosen && kind !== 'campaign' && to.idOf(kind, row.name) !== undefined) {
      used.set(row, { kind, row, isChosen });
      return;
    }
    used.delete(row);
    found.set(row, { kind, row, isChosen });
    for (const [of, other] of referencesOf(kind, row, from)) add(of, other, false);
  };
  const kinds = Object.keys(chosen) as CopiedKind[];
  // Chosen ones first: what is chosen is copied, also where it is referred to.
  for (const kind of kinds) for (const id of chosen[kind] ?? []) add(kind, id, true);
  return {
    copied: [...found.values()],
    used: [...used.values()].filter(({ row }) => !found.has(row)),
  };
}

function referencesOf(kind: CopiedKind, row: ObjectRow, from: SiteObjects) {
  const references: [Referred, number][] = [];
  fileOf(kind, row, (of, id) => {
    references.push([of, id]);
    return from.nameOf(of, id);
  });
  return references;
}

/** A thing as files have it. A campaign has no status: it becomes, or stays, what it is there. */
export function fileOf(kind: CopiedKind, row: ObjectRow, nameOf: NameOf): unknown {
  switch (kind) {
    case 'campaign':
      return campaignToFile(inputOf(row.body), nameOf);
    case 'audience':
      return audienceFile(row, nameOf);
    case 'layer':
      return layerFile(row);
    case 'metric':
      return metricFile(row);
    case 'strategy':
      return strategyFile(row);
    case 'template':
      return templateFile(row);
  }
}

const lists = {
  ...{ audience: 'audiences', layer: 'layers', metric: 'metrics' },
  ...{ strategy: 'strategies', template: 'templates', campaign: 'campaigns' },
} as const;

/** The files of what is copied. */
export function filesOf({ copied }: Carried, { nameOf }: SiteObjects): ExperienceFiles {
  const byList = Object.groupBy(copied, ({ kind }) => lists[kind]);
  return Object.fromEntries(
    Object.entries(byList).map(([list, things = []]) => [
      list,
      things.map(({ kind, row }) => fileOf(kind, row, nameOf)),
    ]),
  ) as ExperienceFiles;
}

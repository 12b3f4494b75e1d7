// What copied experiences need of a site that a copy cannot bring.
import type { CampaignInput, CopyOutput, Fault, StrategyInput } from '@attune/contract';
import { placeOf } from '@attune/core';
import type { SiteSnapshot } from '../../../../context.ts';
import { type Copied, fileOf } from './carried.ts';

type Need = CopyOutput['needs'][number];

/** What the other site lacks. */
export function needsOf(copied: readonly Copied[], to: SiteSnapshot): Need[] {
  return copied.flatMap((thing) => {
    const neededBy = titleOf(thing);
    return partsOf(thing, to).map((need) => ({ ...need, neededBy }));
  });
}

/** What people call a thing: of a campaign not its selector. */
export function titleOf({ row }: Pick<Copied, 'row'>): string {
  return (JSON.parse(row.body) as { readonly name?: string }).name ?? row.name;
}

type Part = Omit<Need, 'neededBy'>;

function partsOf({ kind, row }: Copied, { feeds, accountTypes, site }: SiteSnapshot): Part[] {
  const there = `${site.name} has none`;
  if (kind === 'strategy') {
    const { feed } = JSON.parse(row.body) as StrategyInput;
    if (feed === undefined || feeds.some(({ id }) => id === feed)) return [];
    return [{ kind: 'feed', name: feed, detail: `${there} of this id: it recommends nothing` }];
  }
  const body = fileOf(kind, row, (_of, id) => String(id)) as Partial<CampaignInput> & {
    readonly kind?: string;
  };
  const { accountType } = body;
  const paths = [...pathsIn(body)];
  const properties = new Set(feeds.flatMap(({ affinity }) => affinity));
  const named = (prefix: string) => [
    ...new Set(
      paths.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])),
    ),
  ];
  return [
    ...(kind === 'audience' && body.kind === 'list'
      ? [
          {
            kind: 'members',
            name: row.name,
            detail: 'Members are not copied: upload them there',
          } as const,
        ]
      : []),
    ...(kind === 'campaign' && accountType !== undefined && !accountTypes.includes(accountType)
      ? [{ kind: 'identifier type', name: accountType, detail: `${there} of this name` } as const]
      : []),
    ...[...new Set(named('affinity.').map((path) => path.split('.')[0]!))]
      .filter((property) => !properties.has(property))
      .map((name) => ({
        ...({ kind: 'affinity property', name } as const),
        detail: `No feed of ${site.name} has it as an affinity property`,
      })),
    ...[...new Set(named('user.attributes.').map((path) => path.split('.')[0]!))].map((name) => ({
      ...({ kind: 'attribute', name } as const),
      detail: `Send it to ${site.name} too`,
    })),
  ];
}

/** The paths that conditions name, which are member names with a dot in them. */
function* pathsIn(json: unknown): Generator<string> {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) {
    if (name.includes('.')) yield name;
    if (name !== 'payload') yield* pathsIn(value);
  }
}

/** What the check of an import found, about the thing that it is in. */
export function findingsIn(files: unknown, warnings: readonly Fault[]): Need[] {
  return warnings
    .filter(({ pointer }) => !/^\/strategies\/\d+\/feed$/.test(pointer))
    .map(({ pointer, detail }) => {
      const [, list = '', at = ''] = pointer.split('/');
      const neededBy = placeOf(files, `/${list}/${at}`);
      const name = placeOf(files, pointer).slice(neededBy.length + ' › '.length);
      return { kind: 'check', name, neededBy, detail };
    });
}

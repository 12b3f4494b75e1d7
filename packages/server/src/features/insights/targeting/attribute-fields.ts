// The attributes that requests have, as far as this node has seen.
import type { AudienceFieldOutput } from '@attune/contract';
import { formatPath } from '@attune/core';
import type { PageAttributes } from '../../events/page-attributes/index.ts';
import type { SampledUser } from './sample.ts';

type Value = string | number | boolean;
type FieldType = AudienceFieldOutput['type'];

const attributesTold = 100;
const mostValues = 20;
const valuesCounted = 5_000;

interface Seen {
  count: number;
  readonly types: Set<FieldType>;
  readonly values: Map<Value, number>;
}

/** The attributes that requests have, as far as this node has seen. */
export function attributeFields(
  users: readonly Pick<SampledUser, 'userAttributes'>[],
): AudienceFieldOutput[] {
  const byName = new Map<string, Seen>();
  for (const { userAttributes } of users) {
    for (const [name, attribute] of Object.entries(userAttributes)) note(byName, name, attribute);
  }
  return described(byName, users.length, (name) => ({
    path: formatPath(['user', 'attributes', name]),
    ...{ source: 'attribute', description: `${name}, as the site has set it` },
  }));
}

/** A value that one request alone had is not reported: it may identify a person. */
const leastRequests = 2;

/** The attributes that requests have, as far as this node has seen. */
export function pageAttributeFields(
  pageAttributes: PageAttributes,
  siteId: number,
): AudienceFieldOutput[] {
  return requestFields(pageAttributes, siteId, (name) => ({
    path: formatPath(['pageAttributes', name]),
    ...{ source: 'page', description: `${name}, as requests say` },
  }));
}

/** What requests had of attributes that every site has; their names are paths. */
export function requestFactFields(
  requestFacts: PageAttributes,
  siteId: number,
): AudienceFieldOutput[] {
  return requestFields(requestFacts, siteId, (path) => ({
    path,
    ...{ source: 'built-in', description: 'As requests say' },
  }));
}

function requestFields(
  counted: PageAttributes,
  siteId: number,
  called: (name: string) => Called,
): AudienceFieldOutput[] {
  const { byName = new Map(), requests = 0 } = counted.seen(siteId) ?? {};
  const fields = [...byName].map(([name, { values, ...rest }]): [string, Seen] => [
    name,
    { ...rest, values: new Map([...values].filter(([, count]) => count >= leastRequests)) },
  ]);
  return described(new Map(fields), requests, called);
}

type Called = Pick<AudienceFieldOutput, 'path' | 'source' | 'description'>;

function described(
  byName: ReadonlyMap<string, Seen>,
  all: number,
  called: (name: string) => Called,
): AudienceFieldOutput[] {
  const most = [...byName].sort(([a, m], [b, n]) => n.count - m.count || (a < b ? -1 : 1));
  return most.slice(0, attributesTold).map(([name, { count, types, values }]) => {
    const [type = 'any', ...others] = types;
    const common = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return {
      ...called(name),
      type: others.length > 0 ? 'any' : type,
      values: common.slice(0, mostValues).map(([value, had]) => ({ value, share: had / all })),
      share: count / all,
    };
  });
}

function note(byName: Map<string, Seen>, name: string, attribute: Value | readonly string[]): void {
  const seen = byName.get(name) ?? { count: 0, types: new Set(), values: new Map() };
  byName.set(name, seen);
  seen.count += 1;
  seen.types.add(typeof attribute === 'object' ? 'list' : (typeof attribute as FieldType));
  for (const value of typeof attribute === 'object' ? new Set(attribute) : [attribute]) {
    const users = seen.values.get(value) ?? 0;
    if (users > 0 || seen.values.size < valuesCounted) seen.values.set(value, users + 1);
  }
}

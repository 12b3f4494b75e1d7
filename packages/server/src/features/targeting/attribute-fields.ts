// What conditions can ask of attributes that a site has told of its users, as a sample has them.
import type { AudienceFieldOutput } from '@attune/contract';
import { formatPath } from '@attune/core';
import type { SampledUser } from './sample.ts';

type Value = string | number | boolean;
type FieldType = AudienceFieldOutput['type'];

const attributesTold = 100;
const valuesTold = 20;
const valuesCounted = 5_000;

interface Seen {
  users: number;
  readonly types: Set<FieldType>;
  readonly values: Map<Value, number>;
}

/** The attributes that users have, by name: who has them, and the values that most have. */
export function attributeFields(
  users: readonly Pick<SampledUser, 'userAttributes'>[],
): AudienceFieldOutput[] {
  const byName = new Map<string, Seen>();
  for (const { userAttributes } of users) {
    for (const [name, told] of Object.entries(userAttributes)) note(byName, name, told);
  }
  const most = [...byName].sort(([a, m], [b, n]) => n.users - m.users || (a < b ? -1 : 1));
  const described = most
    .slice(0, attributesTold)
    .map(([name, { users: having, types, values }]) => {
      const [type = 'any', ...others] = types;
      const common = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return {
        path: formatPath(['user', 'attributes', name]),
        type: others.length > 0 ? ('any' as const) : type,
        source: 'attribute' as const,
        description: `${name}, as the site has told it`,
        values: common
          .slice(0, valuesTold)
          .map(([value, count]) => ({ value, share: count / users.length })),
        share: having / users.length,
      };
    });
  return described;
}

function note(byName: Map<string, Seen>, name: string, told: Value | readonly string[]): void {
  const seen = byName.get(name) ?? { users: 0, types: new Set(), values: new Map() };
  byName.set(name, seen);
  seen.users += 1;
  seen.types.add(typeof told === 'object' ? 'list' : (typeof told as FieldType));
  for (const value of typeof told === 'object' ? new Set(told) : [told]) {
    const users = seen.values.get(value) ?? 0;
    if (users > 0 || seen.values.size < valuesCounted) seen.values.set(value, users + 1);
  }
}

// Keys made and deleted by an operator: a deleted one is refused for ever, whatever is killed.
import { type Look, listed, type Part, type Setting } from './part.ts';

/** What an operator does, beside the server; rejects when it is not known to be done. */
export interface Operator {
  readonly createKey: (name: string) => Promise<{ id: number; value: string }>;
  readonly deleteKey: (id: number) => Promise<void>;
}

interface Key {
  readonly id: number;
  readonly value: string;
  readonly name: string;
  state: 'live' | 'deleted' | 'doubtful';
  touched: number;
}

/** Of the keys that the round had nothing to do with, so many are looked at. */
const sample = 5;

/** Load of keys. */
export function keyPart({ random, round, onFault }: Setting, operator: Operator): Part {
  const keys: Key[] = [];
  const tried: string[] = [];

  return {
    lanes: 1,
    async act() {
      const live = keys.filter(({ state }) => state === 'live');
      if (live.length > 5 && random.chance(0.5)) {
        const key = random.pick(live);
        key.state = 'doubtful';
        key.touched = round();
        await operator.deleteKey(key.id);
        key.state = 'deleted';
        return;
      }
      const name = `key ${tried.length}`;
      tried.push(name);
      const made = await operator.createKey(name);
      keys.push({ ...made, name, state: 'live', touched: round() });
    },
    async losses(look) {
      const [recent, older] = split(keys, ({ touched }) => touched === round());
      const those = look.whole ? keys : [...recent, ...random.some(older, sample)];
      const kept = await keptKeys(look);
      for (const key of those) {
        if (key.state === 'doubtful') key.state = kept.get(key.name) ? 'deleted' : 'live';
      }
      const losses = listed(
        'keys that were made and are gone',
        those.filter(({ name }) => !kept.has(name)).map(({ name }) => name),
      );
      for (const key of those) {
        const outcome = await look.send('GET', '/v2/keys/self', { key: key.value });
        const wanted = key.state === 'live' ? 'acknowledged' : 'refused';
        if (outcome.is !== wanted) losses.push(`${key.name} is ${key.state}, and ${outcome.is}`);
        if (outcome.is === 'refused' && outcome.status !== 401) {
          onFault(`a deleted key was refused with ${outcome.status}`);
        }
      }
      return [...losses, ...(await halvesIn(look))];
    },
    counts: () => ({
      'keys made': keys.length,
      'keys deleted': keys.filter(({ state }) => state === 'deleted').length,
    }),
  };
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

/** By name: is it deleted? */
async function keptKeys({ db, siteId }: Look): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ name: string; deleted: boolean }>(
    'select name, deleted_at is not null as deleted from api_key where site_id = $1',
    [siteId],
  );
  return new Map(rows.map(({ name, deleted }) => [name, deleted]));
}

/** Keys whose making or deletion stands without its entry in the audit log, or the reverse. */
async function halvesIn({ db, siteId }: Look): Promise<string[]> {
  const { rows } = await db.query<Record<string, string>>(
    `select (select count(*) from api_key where site_id = $1) as made,
            (select count(*) from audit where site_id = $1 and action = 'key.create') as created,
            (select count(*) from api_key where site_id = $1 and deleted_at is not null) as gone,
            (select count(*) from audit where site_id = $1 and action = 'key.delete') as deleted`,
    [siteId],
  );
  const { made, created, gone, deleted } = rows[0]!;
  return made === created && gone === deleted
    ? []
    : [`${made} keys by ${created} audit entries, ${gone} deletions by ${deleted}`];
}

// Erasures of people: an acknowledged one leaves nothing, one in doubt leaves all or nothing.
import { type Look, listed, type Part, type Setting } from './part.ts';
import type { People, Person } from './people.ts';

/** Load of erasures: each is asked for until it is acknowledged. */
export function erasurePart({ random, send, round, onFault }: Setting, people: People): Part {
  const asked: Person[] = [];
  return {
    lanes: 1,
    async act() {
      const doubtful = asked.filter(({ state, touched }) => state === 'asked' && touched < round());
      const person = doubtful.length > 0 ? random.pick(doubtful) : people.take(round());
      if (!person) return;
      if (person.state === 'present') asked.push(person);
      person.state = 'asked';
      person.touched = round();
      const query = new URLSearchParams({ cuid: person.cuid, cuidType: 'external' });
      const outcome = await send('DELETE', `/v2/userprofile?${query}`);
      if (outcome.is === 'acknowledged') person.state = 'erased';
      if (outcome.is === 'refused') onFault(`an erasure was refused with ${outcome.status}`);
    },
    async losses(look) {
      const those = asked.filter(({ touched }) => look.whole || touched === round());
      return those.length === 0 ? [] : compare(look, those);
    },
    counts: () => ({ erasures: asked.filter(({ state }) => state === 'erased').length }),
  };
}

async function compare({ db, siteId }: Look, asked: readonly Person[]): Promise<string[]> {
  const names = asked.flatMap(({ tried }) => [...tried]);
  const logged = await db.query<{ id: string }>(
    'select id from event where site_id = $1 and id = any($2)',
    [siteId, names],
  );
  const known = await db.query<{ value: string }>(
    'select value from identifier where site_id = $1 and value = any($2)',
    [siteId, asked.map(({ cuid }) => cuid)],
  );
  const devices = await db.query<{ user_id: string }>(
    'select user_id from device where site_id = $1 and user_id = any($2)',
    [siteId, asked.flatMap(({ device }) => device ?? [])],
  );
  const events = new Set(logged.rows.map(({ id }) => id));
  const people = new Set(known.rows.map(({ value }) => value));
  const bound = new Set(devices.rows.map(({ user_id }) => user_id));
  const erased = asked.filter(({ state }) => state === 'erased');
  const doubtful = asked.filter(({ state }) => state === 'asked');
  const isKnown = ({ cuid, device }: Person) =>
    people.has(cuid) || (device !== undefined && bound.has(device));
  const left = ({ tried }: Person) => [...tried].filter((name) => events.has(name));
  return [
    ...listed('events of people who were erased', erased.flatMap(left)),
    ...listed(
      'people who were erased and are still known',
      erased.filter(isKnown).map(({ cuid }) => cuid),
    ),
    ...listed(
      'people whose erasure is in doubt, and who are there in part',
      doubtful.filter((one) => !isWhole(one, events, isKnown(one))).map(({ cuid }) => cuid),
    ),
  ];
}

function isWhole({ acknowledged }: Person, events: ReadonlySet<string>, isKnown: boolean): boolean {
  const there = [...acknowledged].filter((name) => events.has(name)).length;
  return there === (isKnown ? acknowledged.size : 0);
}

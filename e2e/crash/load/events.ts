// Events of people: in batches, some sent twice, purchases and refunds by transaction id.
import { type Look, listed, type Part, type Setting } from './part.ts';
import type { People, Person } from './people.ts';
import { eventMaker } from './reported-events.ts';

interface Batch {
  readonly person: Person;
  readonly body: string;
  /** What the log will know the events by. */
  readonly names: readonly string[];
}

/** Batches that may be sent again. */
const remembered = 200;

/** Load of events, whose ledger knows each by the name that the log gives it. */
export function eventPart(
  { random, send, round, daysAgo, onFault }: Setting,
  people: People,
): Part {
  const batches: Batch[] = [];
  const tell = eventMaker(random, daysAgo);

  function draw(person: Person): Batch {
    const reported = Array.from({ length: random.between(1, 5) }, () => tell(person));
    const { cuid, device } = person;
    const user = { cuid, cuidType: 'external', ...(device !== undefined && { id: device }) };
    const body = JSON.stringify({ user, events: reported.map(({ event }) => event) });
    const names = [...new Set(reported.map(({ name }) => name))];
    return { person, body, names };
  }

  async function deliver(batch: Batch): Promise<void> {
    const { person, names, body } = batch;
    person.busy += 1;
    person.touched = round();
    for (const name of names) person.tried.add(name);
    const outcome = await send('POST', '/v2/collect/user/event', { body });
    person.busy -= 1;
    if (outcome.is === 'acknowledged') {
      for (const name of names) person.acknowledged.add(name);
    } else if (outcome.is === 'refused') {
      onFault(`events were refused with ${outcome.status}`);
    } else {
      person.doubtful = round();
    }
  }

  return {
    lanes: 4,
    async act() {
      const again = batches.slice(-remembered).filter(({ person }) => person.state === 'present');
      if (again.length > 0 && random.chance(0.15)) return deliver(random.pick(again));
      const batch = draw(people.draw());
      batches.push(batch);
      return deliver(batch);
    },
    losses: (look) => lossesIn(look, batches, people, round()),
    counts: () => ({
      events: sum(people, ({ acknowledged }) => acknowledged.size),
      'events in doubt': sum(people, (one) => one.tried.size - one.acknowledged.size),
    }),
  };
}

async function lossesIn(
  look: Look,
  batches: readonly Batch[],
  people: People,
  round: number,
): Promise<string[]> {
  const those = batches.filter(
    ({ person }) => person.state === 'present' && (look.whole || person.touched === round),
  );
  const found = await countByName(look, look.whole ? undefined : namesOf(those));
  const lost = those.flatMap(({ person, names }) =>
    names.filter((name) => person.acknowledged.has(name) && !found.has(name)),
  );
  const halves = those.filter(({ person, names }) => {
    const own = names.filter((name) => !person.acknowledged.has(name));
    const there = own.filter((name) => found.has(name)).length;
    return there > 0 && there < own.length;
  });
  const twice = [...found].filter(([, count]) => count > 1);
  return [
    ...listed('events acknowledged, and not in the log', lost),
    ...listed(
      'batches of which a part is there',
      halves.map(({ names }) => names.join('+')),
    ),
    ...listed(
      'events that the log has twice',
      twice.map(([name]) => name),
    ),
    ...(look.whole ? await strangersIn(look, people) : []),
  ];
}

const namesOf = (batches: readonly Batch[]) => batches.flatMap(({ names }) => names);

const sum = ({ all }: People, of: (person: Person) => number) =>
  all.reduce((total, person) => total + of(person), 0);

async function countByName({ db, siteId }: Look, names?: readonly string[]) {
  const { rows } = await db.query<{ id: string; count: string }>(
    `select id, count(*) from event
     where site_id = $1 and ($2::text[] is null or id = any($2)) group by id`,
    [siteId, names ?? null],
  );
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Events under names that belong to no person who is still there. */
async function strangersIn({ db, siteId }: Look, { all }: People): Promise<string[]> {
  const known = all.filter(({ state }) => state !== 'erased').flatMap(({ tried }) => [...tried]);
  const { rows } = await db.query<{ id: string }>(
    `select id from event where site_id = $1 and id ~ '^(event-|purchase:|refund:)'
     and not id = any($2)`,
    [siteId, known],
  );
  return listed(
    'events in the log that were never sent, or of erased people',
    rows.map(({ id }) => id),
  );
}

// The inbox keeps its promises; and the checks of them find every inbox that does not.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../../../../db/testing.ts';
import { clearEffects, textsIn } from './effect.fixture.ts';
import { inboxConformance } from './inbox-conformance.fixture.ts';
import {
  hasNats,
  type NatsServer,
  startNats,
  withoutNats,
} from './jetstream/nats-server.fixture.ts';
import { brokenSubjects, openSubject, type SubjectName } from './subjects.fixture.ts';
import { linesOf, type Trial } from './trial.fixture.ts';

/** Repeats a run: `SEED=... node --test`. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

/** Which promise each broken inbox breaks, whatever others. */
const brokenPromises: Partial<Record<SubjectName, RegExp>> = {
  'acknowledges before it has written': /outlives kill -9/,
  'accepts a batch in parts': /batch that is refused/,
  'takes rows out before the work is done': /in the middle of the work/,
  'takes rows out although the work failed': /work that throws/,
  'keeps what a failed work has half done': /half done/,
  'lets two workers have a partition': /one worker at a time/,
  'lets one worker have everything': /blocks no other partition/,
  'delivers the newest first': /oldest first/,
  'accepts more than there is room for': /beyond its bound/,
  'never takes a row out': /as many as requested/,
};

let database: TestDatabase;
let nats: NatsServer | undefined;
let trials = 0;
before(async () => {
  database = await testDatabase();
  nats = hasNats ? await startNats() : undefined;
});
after(async () => {
  await database.close();
  await nats?.stop();
});

async function onTrial(name: SubjectName, work: (trial: Trial) => Promise<void>): Promise<void> {
  const { url } = database;
  const servers = { url, ...(nats && { nats: { url: nats.url, stream: `trial_${++trials}` } }) };
  const nodes = [openSubject(name, servers), openSubject(name, servers)] as const;
  try {
    await clearEffects(nodes[0].db);
    await work({ name, servers, nodes, random: randomFrom(seed) });
  } finally {
    for (const { close } of nodes) await close();
  }
}

/** Numbers from 0 up to 1 of a linear congruential generator (Numerical Recipes, 3rd ed., 7.1). */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a table of PostgreSQL is an inbox', async (t) => {
  t.diagnostic(`SEED=${seed}`);
  await onTrial('a table of PostgreSQL', async (trial) => {
    for (const { promise, run } of inboxConformance) await t.test(promise, () => run(trial));
  });
});

test('a stream of JetStream is an inbox', { skip: withoutNats }, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  await onTrial('a stream of JetStream', async (trial) => {
    for (const { promise, run } of inboxConformance) await t.test(promise, () => run(trial));
  });
});

test('what a node of the release before accepts is worked off with our partition of its users', () =>
  onTrial('a table of PostgreSQL', async ({ nodes: [{ inbox, db, consume }, there] }) => {
    await sql`
      insert into inbox (site_id, partition, entry)
      values (1, 27, 'before 1'), (1, 3, 'before 2'), (1, 4, 'before 3')`.execute(db);
    await inbox.accept(linesOf(3, ['after 1']));
    assert.deepEqual(await inbox.waiting(), [3, 4]);
    const texts: string[] = [];
    await consume([3], 10, async (_tx, rows) => {
      texts.push(...textsIn(rows));
      // A worker of that release takes one of its partitions by its own number.
      const { rows: taken } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('attune inbox'), 27) as taken`.execute(there.db);
      assert.deepEqual(taken, [{ taken: false }]);
    });
    assert.deepEqual(texts, ['before 1', 'before 2', 'after 1']);
    assert.deepEqual(await inbox.waiting(), [4]);
  }));

for (const name of brokenSubjects) {
  test(`an inbox that ${name} is found out`, (t) =>
    onTrial(name, async (trial) => {
      const check = inboxConformance.find(({ promise }) => brokenPromises[name]?.test(promise));
      assert.ok(check, 'no check is named for it');
      // A process that is killed in its work has ended it before, on a busy machine.
      const runSome = async () => {
        for (let time = 0; time < 3; time += 1) {
          await clearEffects(trial.nodes[0].db);
          await check.run(trial);
        }
      };
      await assert.rejects(runSome, (error: Error) => {
        t.diagnostic(`${error.message.split('\n')[0]}`);
        return true;
      });
    }));
}

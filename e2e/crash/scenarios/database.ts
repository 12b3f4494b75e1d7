// A PostgreSQL of the operator's own, behind a link: it hangs, is slow, or drops its connections.
import { testDatabase } from '../../../packages/server/src/db/testing.ts';
import { atEnd } from '../../support/cleanup.ts';
import { pause } from '../installation.ts';
import { type Link, openLink } from '../link.ts';
import type { Session } from '../session.ts';
import { chooses, runCourse, type Scenario } from './scenario.ts';

type Fault = (link: Link, session: Session, short: boolean) => Promise<string[]>;

function scenario(name: string, promise: string, fault: Fault): Scenario {
  return {
    name,
    promise,
    async run({ seed, short }) {
      const database = await testDatabase();
      const close = atEnd(database.close);
      const link = await openLink(database.url);
      const faults = await runCourse(seed, {
        env: { DATABASE_URL: link.url },
        databaseUrl: database.url,
        fault: (session) => fault(link, session, short).finally(link.mend),
      });
      await close();
      return faults;
    },
  };
}

const lengthMs = (short: boolean) => (short ? 4_000 : 20_000);

export const databaseScenarios: readonly Scenario[] = [
  scenario(
    'database-hangs',
    'the database takes everything and answers nothing: choose goes on, nothing is lost',
    async (link, session, short) => {
      link.hang();
      await pause(lengthMs(short) / 2);
      const faults = await chooses(session, 'while the database hung');
      await pause(lengthMs(short) / 2);
      return faults;
    },
  ),
  scenario(
    'database-slow',
    'the database is slow by 2 s a query: choose goes on, nothing is lost',
    async (link, session, short) => {
      link.delay(2_000);
      await pause(lengthMs(short) / 2);
      const faults = await chooses(session, 'while the database was slow');
      await pause(lengthMs(short) / 2);
      return faults;
    },
  ),
  scenario(
    'database-drops',
    'the database drops its connections again and again: nothing is lost, nothing is there twice',
    async (link, session, short) => {
      const end = Date.now() + lengthMs(short);
      const faults: string[] = [];
      while (Date.now() < end) {
        await pause(session.random.between(20, 400));
        link.drop();
      }
      faults.push(...(await chooses(session, 'after the drops')));
      return faults;
    },
  ),
];

// A database that comes back empty: if it is the wrong one, no new rows may be written to it.
import pg from 'pg';
import { testDatabase } from '../../../packages/server/src/db/testing.ts';
import { atEnd } from '../../support/cleanup.ts';
import { type Installation, openInstallation, pause } from '../installation.ts';
import { openLink } from '../link.ts';
import { openSession, type Session } from '../session.ts';
import type { Scenario } from './scenario.ts';

const awayMs = 3_000;
const loadMs = 1_000;

export const emptyDatabase: Scenario = {
  name: 'database-empty',
  promise: 'the database comes back empty: nothing is acknowledged, no node starts on it',
  async run({ seed }) {
    const database = await testDatabase();
    const close = atEnd(database.close);
    const empty = `${new URL(database.url).pathname.slice(1)}_empty`;
    await database.pool.query(`create database ${empty} template template0`);
    const link = await openLink(database.url);
    const installation = await openInstallation({ env: { DATABASE_URL: link.url } });
    await installation.ensure('api+worker');
    const session = await openSession(seed, installation, { databaseUrl: database.url });
    session.nextRound();
    const load = session.load();
    await pause(loadMs);
    await load.stop();
    const faults = await session.compare(true);
    link.lead(empty);
    await pause(awayMs);
    faults.push(...(await acknowledgedBy(session, 'running')));
    await restart(installation);
    faults.push(...(await acknowledgedBy(session, 'restarted')));
    faults.push(...(await honoured(session)));
    faults.push(...(await writtenTo(database.url, empty)));
    link.lead(new URL(database.url).pathname.slice(1));
    await restart(installation);
    session.forgive();
    faults.push(...(await session.compare(true)));
    await installation.stop();
    await session.operator.close();
    await database.pool.query(`drop database ${empty} with (force)`);
    await close();
    return faults;
  },
};

async function restart(installation: Installation): Promise<void> {
  await installation.kill('api');
  await installation.kill('worker');
  await installation.ensure('api+worker').catch(() => undefined);
}

/** Tables in a database that was to stay empty. */
async function writtenTo(url: string, name: string): Promise<string[]> {
  const elsewhere = new URL(url);
  elsewhere.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: elsewhere.href, max: 1 });
  const { rows } = await pool.query(`select from pg_tables where schemaname = 'public'`);
  await pool.end();
  return rows.length > 0 ? ['a restarted node made tables in an empty database'] : [];
}

async function acknowledgedBy({ send }: Session, which: string): Promise<string[]> {
  const events = [{ name: 'nowhere', properties: {} }];
  const { is } = await send('POST', '/v2/collect/user/event', {
    body: { user: { id: '5' }, events },
  });
  return is === 'acknowledged' ? [`a ${which} node stored an event in an empty database`] : [];
}

async function honoured({ send }: Session): Promise<string[]> {
  const { is } = await send('GET', '/v2/keys/self');
  return is === 'acknowledged' ? ['a key was honoured that its database does not know'] : [];
}

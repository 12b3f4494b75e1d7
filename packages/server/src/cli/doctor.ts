// attune doctor: is everything as it should be, and what are the settings?
import type { Pool } from 'pg';
import { type Config, readConfig, settings } from '../config.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../db/hosts.ts';
import { primaryOf } from '../db/primary.ts';
import { ready } from '../db/server-state.ts';
import { findProvider } from '../features/access/teammates/index.ts';
import { selectRevisions } from '../features/configuration/sites/index.ts';
import { countInbox } from '../features/events/collect/index.ts';
import { checkPlace } from '../features/operations/nightly-exports/index.ts';
import { shownValue } from '../setting.ts';
import { subcommand } from './command.ts';
import { table } from './output.ts';
import { withResources } from './session.ts';

/** Of NATS as well, where that is used. */
async function inboxChecks({ db, inbox }: Context, rows: number) {
  const { what, reasons, lastPlace } = await inbox.report();
  const messages = lastPlace === null ? 0 : await countInbox(db, upTo(lastPlace));
  const detail = `${what}: ${rows + messages} rows waiting`;
  return [
    { check: 'inbox', ok: true, detail },
    ...reasons.map((reason) => ({ check: 'NATS', ok: false, detail: reason })),
  ];
}

const upTo = (place: number) => ({ inboxId: '0', place: String(place) });

/** Every setting with its value in an environment, as far as that may be shown. */
export const listSettings = (env: NodeJS.ProcessEnv) =>
  Object.entries(settings).map(([name, one]) => {
    const isSet = (env[name] ?? '') !== '';
    const value = isSet ? shownValue(one, env[name] ?? '') : one.fallback;
    return { name, value, isSet, about: one.about };
  });

/** Checks the settings and the database; lists every setting with what it is for. */
export const doctorCommand = subcommand('doctor', 'Check the installation and the settings.', () =>
  withResources(async ({ ctx, location, database }) => {
    const config = readConfig(process.env);
    const { rows } = await database.pool.query<{ version: string; waiting: string }>(
      `select current_setting('server_version') as version,
              (select count(*) from inbox) as waiting`,
    );
    const [facts] = rows;
    const sites = await selectRevisions(ctx.db);
    const unopened = sites.filter(({ id }) => !ctx.snapshots.site(id)?.identitySecret);
    const checks = [
      { check: 'settings', ok: true, detail: 'all valid' },
      {
        check: 'database',
        ok: true,
        detail: `PostgreSQL ${facts?.version}, ${location.embedded ? 'embedded' : 'DATABASE_URL'}`,
      },
      ...(await serverChecks(config, database.pool)),
      { check: 'sites', ok: true, detail: sites.map(({ name }) => name).join(', ') || 'none' },
      ...(await inboxChecks(ctx, Number(facts?.waiting))),
      {
        check: 'secret key',
        ok: unopened.length === 0,
        detail:
          unopened.length === 0
            ? 'decrypts what was encrypted'
            : `does not open the secrets of ${unopened.map(({ name }) => name).join(', ')}`,
      },
      {
        check: 'shared secret key',
        ok: !config.databaseUrl || config.secretKeys.length > 0,
        detail: config.databaseUrl
          ? 'nodes on one DATABASE_URL need the same SECRET_KEY'
          : 'not needed by one node',
      },
      ...(await providerChecks(ctx)),
      ...(await exportChecks(ctx)),
    ];
    const listed = listSettings(process.env);
    if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
    const text = [
      table(checks.map(({ check, ok, detail }) => [ok ? 'ok' : 'NOT OK', check, detail])),
      '',
      table(listed.map(({ name, value, about }) => [name, value || '-', about])),
    ].join('\n');
    return { json: { ok: checks.every(({ ok }) => ok), checks, settings: listed }, text };
  }),
);

/** What each of several servers of DATABASE_URL is, and whether a failover loses nothing. */
async function serverChecks({ databaseUrl }: Config, pool: Pool) {
  if (!databaseUrl) return [];
  const states = await primaryOf(databaseUrl).survey();
  if (states.length === 1) return [];
  const { rows } = await pool.query('show synchronous_standby_names');
  const isSynchronous = rows[0]?.synchronous_standby_names !== '';
  const servers = states.map(({ host, facts, fault }) => ({
    check: nameOf(host),
    ok: fault === undefined || fault === ready,
    detail:
      fault ?? ['primary', ...(facts?.timeline ? [`timeline ${facts.timeline}`] : [])].join(', '),
  }));
  const detail = isSynchronous
    ? 'commits wait for a standby'
    : 'synchronous_standby_names is empty: a failover may lose what was acknowledged last';
  return [...servers, { check: 'synchronous standby', ok: isSynchronous, detail }];
}

/** Does the place of nightly exports take files, and is there one where a site wants it? */
async function exportChecks({ config, snapshots }: Context) {
  const check = 'nightly exports';
  if (config.nightly) {
    const { place, format, hour } = config.nightly;
    const fault = await checkPlace(place, config);
    const detail = fault ?? `${place} takes ${format} files, from ${hour}:00 UTC on`;
    return [{ check, ok: fault === undefined, detail }];
  }
  const wanting = snapshots.all().filter(({ site }) => site.settings.nightlyExport);
  if (wanting.length === 0) return [];
  const names = wanting.map(({ site }) => site.name).join(', ');
  return [{ check, ok: false, detail: `EXPORT_TO is not set, and is needed by ${names}` }];
}

/** Is the identity provider there, if one is set up? */
async function providerChecks(ctx: Context) {
  const { provider } = ctx.config;
  if (!provider) return [];
  const error = await findProvider(ctx, provider);
  const detail = error ?? `found at ${provider.issuer}`;
  return [{ check: 'identity provider', ok: error === undefined, detail }];
}

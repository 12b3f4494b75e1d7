// Where a feed is fetched from, as it is set and shown.
import type { Fault, PullInput, PullOutput, PullRunOutput } from '@attune/contract';
import { type Mapping, nextPull } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../../api-error.ts';
import type { Context, Site } from '../../../../context.ts';
import { readAllowedHosts } from '../../../../public-address.ts';
import { changesBetween, insertAudit } from '../../../configuration/audit/index.ts';
import { changeSite } from '../../../configuration/sites/index.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { FeedFileError } from '../files/feed-line.ts';
import { limitOf, type PageQuery } from '../history/history.ts';
import { optionsOfReading } from '../reading.ts';
import { type RunPage, type RunRow, selectRuns } from './runs/store.ts';
import { encryptQuery, hideQuery, wholeUrl } from './secret-query.ts';
import { type PullSettings, settingsOf } from './settings.ts';
import {
  authorizationErrors,
  isSameHost,
  needsHostKey,
  type Place,
  placeErrors,
  secretOf,
} from './sources/source.ts';
import {
  askForPull,
  deletePull,
  type PullKey,
  type PullRow,
  selectPulls,
  upsertPull,
} from './store.ts';

/** The pull that is meant where none is named. */
export const mainPull = 'main';
const pullsMax = 10;

export interface PullRequest {
  readonly site: Pick<Site, 'id' | 'settings'>;
  readonly key: PullKey;
  readonly feedName: string;
  readonly actor: string;
}

/** As the audit log has it. */
const changeOf = ({ site, key, feedName, actor }: PullRequest, action: string) => ({
  ...{ siteId: site.id, actor, action, subjectId: key.feedId },
  subject: key.name === mainPull ? feedName : `${feedName}, ${key.name}`,
});

/** What an `Authorization` is encrypted for. */
export const purposeOf = ({ siteId, feedId, name }: PullKey) =>
  `feed pull ${siteId} ${feedId}${name === mainPull ? '' : ` ${name}`}`;

/** The sealed authorization of a pull. Throws FeedFileError where it cannot be opened. */
export function openSecret(
  ctx: Context,
  key: PullKey,
  { sealed }: Pick<PullRow, 'sealed'>,
): string | undefined {
  if (!sealed) return undefined;
  const opened = ctx.secrets.decrypt(sealed, purposeOf(key));
  if (opened) return opened.toString();
  throw new FeedFileError('its authorization cannot be opened with this SECRET_KEY: set it again');
}

/** A feed's pull, as it is set and shown. */
export async function readPull(ctx: Context, key: PullKey): Promise<PullOutput | null> {
  const row = (await selectPulls(ctx.db, key)).find(({ name }) => name === key.name);
  return row ? shownPull(ctx, key, row) : null;
}

/** All pulls of a feed. */
export async function listPulls(ctx: Context, key: FeedKey): Promise<PullOutput[]> {
  const rows = await selectPulls(ctx.db, key);
  return Promise.all(rows.map((row) => shownPull(ctx, key, row)));
}

async function shownPull(ctx: Context, key: FeedKey, row: PullRow): Promise<PullOutput> {
  const { name } = row;
  const [last] = await selectRuns(ctx.db, key, { name, limit: 1 });
  return {
    ...shownSettings(row),
    ...{ name, isOn: row.isOn, hasAuthorization: row.sealed !== null, failures: row.failures },
    changedAt: row.changedAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    lastRun: last ? shownRun(last) : null,
  };
}

/** Without its credentials, also those that stand in the address. */
function shownSettings(row: Pick<PullRow, 'settings'>) {
  const { sealedQuery: _, url, ...settings } = settingsOf(row);
  return { ...settings, url: hideQuery(url).url };
}

/** Sets where a feed is fetched from. Throws `invalid_request` with every error. */
export async function replacePull(
  ctx: Context,
  request: PullRequest,
  input: PullInput,
): Promise<void> {
  const { site, key } = request;
  const { isOn = true, url, schedule, reading = {}, authorization } = input;
  const { allowShrink = false, onlyColumns = [], hostKey, s3 } = input;
  const allowed = readAllowedHosts(ctx.config.pullAllowedHosts);
  const place = { url, ...(hostKey !== undefined && { hostKey }), ...(s3 && { s3 }) };
  refuseInvalid(placeErrors(place, allowed));
  if (needsHostKey(place)) {
    const detail = 'is missing: test the pull to see the key of the server, and send it';
    refuseInvalid([{ pointer: '/hostKey', detail }]);
  }
  const { mapping } = optionsOfReading(reading, '/reading');
  refuseInvalid(validateColumns(onlyColumns, mapping));
  const options = { schedule, reading, allowShrink, onlyColumns };
  const change = changeOf(request, 'feed.pull');
  const about = (details: unknown) => ({ details });
  await changeSite(ctx, { ...change, about }, async (tx) => {
    const pulls = await selectPulls(tx, key);
    const before = pulls.find(({ name }) => name === key.name);
    const others = pulls.filter(({ name }) => name !== key.name);
    const isPartial = onlyColumns.length > 0;
    refuseInvalid(validateAmong(others, isPartial));
    const sealed = await sealedOf(ctx, key, { place, authorization, before });
    const settings: PullSettings = { ...sealedPlace(ctx, key, place, before), ...options };
    const now = ctx.now();
    const { timeZone } = site.settings;
    const nextAt = isOn ? new Date(nextPull(schedule, { now, timeZone, failures: 0 })) : null;
    const row = {
      ...{ isOn, isPartial },
      settings: JSON.stringify(settings),
      sealed,
      changedAt: new Date(now),
      nextAt,
    };
    await upsertPull(tx, key, row);
    return changesBetween(before && audited(before), audited(row));
  });
}

/** What the audit log shows: of a secret only that there is one. */
const audited = (row: Pick<PullRow, 'isOn' | 'settings' | 'sealed'>) => ({
  ...{ isOn: row.isOn, ...shownSettings(row), hasAuthorization: row.sealed !== null },
});

/** A place whose address shows no credentials; *** in it stands for what is saved. */
function sealedPlace(
  ctx: Context,
  key: PullKey,
  place: Place,
  before: PullRow | undefined,
): Place & Pick<PullSettings, 'sealedQuery'> {
  const purpose = purposeOf(key);
  const saved = before && settingsOf(before);
  const { url, secrets } = hideQuery(requireUrl(wholeUrl(ctx, purpose, { place, saved })));
  if (secrets.length === 0) return { ...place, url };
  return { ...place, url, sealedQuery: encryptQuery(ctx, purpose, secrets) };
}

/** Throws `invalid_request` where the address has *** for what is not saved. */
export function requireUrl(url: string | undefined): string {
  if (url !== undefined) return url;
  const detail = 'has *** where nothing is saved for this host: send the whole address';
  refuseInvalid([{ pointer: '/url', detail }]);
  throw new Error('an address that is refused and is not');
}

interface Authorized {
  readonly place: Place;
  readonly authorization: PullInput['authorization'];
  readonly before: PullRow | undefined;
}

async function sealedOf(
  ctx: Context,
  key: PullKey,
  { place, authorization, before }: Authorized,
): Promise<Buffer | null> {
  // A change of the address must not send the secret to another host.
  const stays = before !== undefined && isSameHost(settingsOf(before), place);
  const kept = stays ? before.sealed : null;
  refuseInvalid(await authorizationErrors(place, authorization, kept !== null));
  if (authorization === undefined) return kept;
  if (authorization === null) return null;
  return ctx.secrets.encrypt(Buffer.from(secretOf(place, authorization)), purposeOf(key));
}

function validateColumns(
  columns: readonly string[],
  mapping: Mapping | undefined,
): readonly Fault[] {
  return columns.flatMap((column, at) => {
    const fault = (detail: string) => [{ pointer: `/onlyColumns/${at}`, detail }];
    if (column === 'sku') return fault('is how rows find their items: name others');
    const isMapped = mapping?.columns.some((rule) => rule.column === column) ?? true;
    if (isMapped || mapping?.keepOthers) return [];
    return fault(`is no column of the mapping: add a rule for ${column}`);
  });
}

function validateAmong(others: readonly PullRow[], isPartial: boolean): readonly Fault[] {
  const whole = others.find((other) => !other.isPartial);
  if (whole && !isPartial) {
    const detail = `must name columns: the pull ${whole.name} fetches the whole feed already`;
    return [{ pointer: '/onlyColumns', detail }];
  }
  if (others.length < pullsMax) return [];
  return [{ pointer: '', detail: `the feed has ${pullsMax} pulls, the most there can be` }];
}

/** Has a feed fetched no more. Throws `not_found` where it is not. */
export async function removePull(ctx: Context, request: PullRequest): Promise<void> {
  await changeSite(ctx, changeOf(request, 'feed.pull.delete'), async (tx) => {
    if (!(await deletePull(tx, request.key))) throw notFetched();
  });
}

/** Has a feed fetched as soon as a worker can. Throws `not_found` where it is not. */
export async function askForRun(ctx: Context, request: PullRequest): Promise<void> {
  const { key, actor } = request;
  const at = new Date(ctx.now());
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await askForPull(tx, key, { by: actor, at }))) throw notFetched();
    await insertAudit(tx, { ...changeOf(request, 'feed.pull.run'), at });
  });
}

const notFetched = () => new ApiError('not_found', 'There is no such pull. Set a URL first.');

/** A page of a feed's fetches, the newest first. */
export async function listRuns(
  ctx: Context,
  key: FeedKey,
  query: PageQuery & Pick<RunPage, 'name'>,
): Promise<{ runs: PullRunOutput[]; next: string | null }> {
  const limit = limitOf(query);
  if (query.cursor !== undefined && !/^\d{1,15}$/.test(query.cursor)) {
    throw new ApiError('invalid_query', 'cursor is as `next` gave it.');
  }
  const rows = await selectRuns(ctx.db, key, {
    ...{ name: query.name, before: query.cursor },
    limit: limit + 1,
  });
  const runs = rows.slice(0, limit).map(shownRun);
  return { runs, next: rows.length > limit ? runs.at(-1)!.id : null };
}

function shownRun({ startedAt, endedAt, actor, ...run }: RunRow): PullRunOutput {
  return {
    ...run,
    ...{ by: actor, startedAt: startedAt.toISOString() },
    endedAt: endedAt?.toISOString() ?? null,
  };
}

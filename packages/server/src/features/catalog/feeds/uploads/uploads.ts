// A feed's file from a teammate: kept, looked at, checked, published or given up.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DetectionOutput, FindingsOutput, ReadingInput, UploadOutput } from '@attune/contract';
import { groupRejections } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Site } from '../../../../context.ts';
import type { ChangeReport, Target } from '../changes/change.ts';
import { checkMatch } from '../changes/match.ts';
import { putItems } from '../changes/put-items.ts';
import { FeedFileError } from '../files/feed-line.ts';
import { type ReadFeedOptions, readFeed } from '../files/read-feed-file.ts';
import { type FeedSource, nameWithSheet } from '../files/source.ts';
import { shownMeasure } from '../health/health.ts';
import { selectMeasures } from '../health/store.ts';
import { optionsOfReading } from '../reading.ts';
import type { FeedRow } from '../store.ts';
import { forgetBytes, keepBytes, sourceOf } from './bytes.ts';
import { detectFile } from './detect.ts';
import { shopAddress } from './shop-address.ts';
import {
  claimUpload,
  deleteAbandoned,
  deleteUpload,
  insertUpload,
  selectUploads,
  type UploadKey,
  type UploadRow,
  updateUpload,
} from './store.ts';
import { problemOf, silenceMs, type UploadWork, workOn } from './work.ts';

const uploadsMax = 5;
const keptMs = 24 * 60 * 60 * 1000;

/** A request about the uploads of a feed. */
export interface UploadRequest {
  readonly site: Pick<Site, 'id' | 'vertical'>;
  readonly feed: FeedRow;
  readonly actor: string;
}

const keyOf = ({ site, feed }: Pick<UploadRequest, 'site' | 'feed'>, id: string): UploadKey => ({
  ...{ siteId: site.id, feedId: feed.id, id },
});

/**
 * Keeps a file and looks at it. Throws `conflict` where a feed has too many, `body_too_large`, and
 * `invalid_request` for a file that is no feed: then nothing of it is kept.
 */
export async function startUpload(
  ctx: Context,
  request: UploadRequest,
  name: string,
  body: Readable,
): Promise<UploadOutput> {
  const others = await selectUploads(ctx.db, { siteId: request.site.id, feedId: request.feed.id });
  const open = others.filter(({ state }) => state !== 'published');
  if (open.length >= uploadsMax) {
    const names = open.map((one) => one.name).join(', ');
    const most = `The feed has ${open.length} unpublished files: ${names}.`;
    throw new ApiError('conflict', `${most} Publish or discard one first.`);
  }
  const key = keyOf(request, randomUUID());
  const at = new Date(ctx.now());
  await insertUpload(ctx.db, key, { name, actor: request.actor, at });
  try {
    const bytes = await keepBytes(ctx, key, body);
    const source = sourceOf(ctx, key, { name, bytes });
    const shop = () => shopAddress(ctx.db, key);
    const detection = await detectFile(source, request.site.vertical, { shop });
    await updateUpload(ctx.db, key, { detection: JSON.stringify(detection) }, new Date(ctx.now()));
  } catch (error) {
    await deleteUpload(ctx.db, key);
    if (!(error instanceof FeedFileError)) throw error;
    throw new ApiError('invalid_request', problemOf(error).detail);
  }
  return readUpload(ctx, request, key.id);
}

/** A feed's files, the newest first. */
export async function listUploads(
  ctx: Context,
  { site, feed }: UploadRequest,
): Promise<UploadOutput[]> {
  const rows = await selectUploads(ctx.db, { siteId: site.id, feedId: feed.id });
  return rows.map((row) => shown(ctx, { ...row, detection: null }));
}

/** One file. Throws `not_found`. */
export async function readUpload(
  ctx: Context,
  request: UploadRequest,
  id: string,
): Promise<UploadOutput> {
  return shown(ctx, await requireUpload(ctx, request, id));
}

/** A file to be read elsewhere in this feature. Throws `not_found`. */
export async function openUploaded(
  ctx: Context,
  request: UploadRequest,
  id: string,
): Promise<{ source: FeedSource; row: UploadRow }> {
  const row = await requireUpload(ctx, request, id);
  return { row, source: sourceOf(ctx, keyOf(request, row.id), row) };
}

async function requireUpload(
  ctx: Context,
  { site, feed }: Pick<UploadRequest, 'site' | 'feed'>,
  id: string,
): Promise<UploadRow> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const key = { siteId: site.id, feedId: feed.id };
  const [row] = isUuid ? await selectUploads(ctx.db, key, id) : [];
  if (row) return row;
  throw new ApiError(
    'not_found',
    'The file no longer exists: it is kept for 24 hours. Upload it again.',
  );
}

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));

function shown(ctx: Context, row: UploadRow): UploadOutput {
  const isSilent = ctx.now() - row.touchedAt.getTime() > silenceMs;
  const isLeft = isSilent && (row.state === 'checking' || row.state === 'publishing');
  const left = { code: 'not_ready', detail: 'The node that read the file stopped. Try again.' };
  const said = row.state === 'published' ? parsed(row.findings) : null;
  return {
    ...{ id: row.id, name: row.name, by: row.actor, at: row.at.toISOString(), bytes: row.bytes },
    state: isLeft ? 'failed' : row.state,
    detection: parsed(row.detection),
    reading: parsed(row.reading),
    progress: parsed(row.progress),
    findings: said ? null : parsed(row.findings),
    problem: isLeft ? left : parsed(row.problem),
    outcome: said,
  };
}

/** Gives a file up, whatever is done with it. Throws `not_found`. */
export async function giveUp(ctx: Context, request: UploadRequest, id: string): Promise<void> {
  const row = await requireUpload(ctx, request, id);
  await deleteUpload(ctx.db, keyOf(request, row.id));
}

/** Begins to compare a file with the feed. Throws `conflict` while it is worked on. */
export async function checkUpload(
  ctx: Context,
  request: UploadRequest,
  id: string,
  reading: ReadingInput,
): Promise<UploadOutput> {
  const options = optionsOfReading(reading);
  const row = await requireUpload(ctx, request, id);
  const told = JSON.stringify(reading);
  await begin(ctx, request, row, { state: 'checking', reading: told }, async (telling) => {
    const report = await feedFrom(ctx, request, row, options, telling, { dryRun: true });
    const findings = { ...(await findingsOf(ctx, request, report)), reading };
    return { state: 'checked', findings: JSON.stringify(findings) };
  });
  return readUpload(ctx, request, id);
}

export interface Publication {
  readonly allowShrink?: boolean | undefined;
  readonly reading?: ReadingInput | undefined;
  readonly ifMatch?: string | undefined;
}

/** Begins to make the feed of a file. Throws `conflict` while it is worked on. */
export async function publishUpload(
  ctx: Context,
  request: UploadRequest,
  id: string,
  { allowShrink = false, ifMatch, ...given }: Publication,
): Promise<UploadOutput> {
  checkMatch(request.feed.revision, ifMatch);
  const row = await requireUpload(ctx, request, id);
  if (row.state === 'published') throw new ApiError('conflict', 'The file is published already.');
  const reading: ReadingInput = given.reading ?? parsed(row.reading) ?? {};
  const options = optionsOfReading(reading, given.reading ? '/reading' : '');
  const told = JSON.stringify(reading);
  await begin(ctx, request, row, { state: 'publishing', reading: told }, async (telling) => {
    const change = { allowShrink, ifMatch };
    const report = await feedFrom(ctx, request, row, options, telling, change);
    const { transactionId: transaction_id, accepted, rejected, revision } = report;
    await forgetBytes(ctx, keyOf(request, row.id), rejected > 0);
    const outcome = { transaction_id, accepted, rejected, revision };
    return { state: 'published', findings: JSON.stringify(outcome) };
  });
  return readUpload(ctx, request, id);
}

type Claimed = Pick<UploadRow, 'state' | 'reading'>;

async function begin(
  ctx: Context,
  request: UploadRequest,
  { id }: UploadRow,
  claimed: Claimed,
  work: Parameters<typeof workOn>[2],
): Promise<void> {
  const key = keyOf(request, id);
  const times = { at: new Date(ctx.now()), heardSince: new Date(ctx.now() - silenceMs) };
  const fresh = { ...claimed, progress: null, findings: null, problem: null };
  if (!(await claimUpload(ctx.db, key, fresh, times))) {
    throw new ApiError('conflict', 'The file is being processed. Wait for it, or discard it.');
  }
  workOn(ctx, key, work).catch((error) =>
    ctx.log.warn({ err: error }, 'an upload has no last word'),
  );
}

async function feedFrom(
  ctx: Context,
  { site, feed, actor }: UploadRequest,
  row: UploadRow,
  options: ReturnType<typeof optionsOfReading>,
  { onProgress, counted }: UploadWork,
  change: { dryRun?: boolean; allowShrink?: boolean; ifMatch?: string | undefined },
): Promise<ChangeReport> {
  const target: Target = { site, feedId: feed.id };
  const source = sourceOf(ctx, { siteId: site.id, feedId: feed.id, id: row.id }, row);
  const rows = counted(readFeed(source, { ...options, onProgress }));
  const note = nameWithSheet(row.name, sheetOf(row, options));
  const origin = { actor, way: 'upload', note } as const;
  return putItems(ctx, target, rows, { ...change, origin });
}

/** Which of several sheets is read; of one there is nothing to say. */
function sheetOf({ detection }: UploadRow, { sheet, mapping }: ReadFeedOptions) {
  const found: DetectionOutput | null = parsed(detection);
  if (!found?.sheets || found.sheets.length < 2) return undefined;
  return sheet ?? mapping?.sheet ?? found.sheet;
}

async function findingsOf(
  ctx: Context,
  { site, feed }: UploadRequest,
  report: ChangeReport,
): Promise<FindingsOutput> {
  const { measured, rejections, notes, refused, transactionId: _, ...counts } = report;
  if (!measured) throw new Error('a whole file of which nothing was measured');
  const key = { siteId: site.id, feedId: feed.id };
  const [before] = await selectMeasures(ctx.db, key, { upTo: counts.revision, limit: 1 });
  return {
    ...counts,
    rejections: groupRejections(rejections),
    notes: [...notes],
    refused: [...refused],
    measured: shownMeasure(measured, before?.measure, counts),
  };
}

/** Forgets files that were not requested in 24 hours. */
export async function sweepUploads(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteAbandoned(ctx.db, new Date(ctx.now() - keptMs));
}

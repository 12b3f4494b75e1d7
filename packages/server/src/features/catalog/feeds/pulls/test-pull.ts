// A file is fetched once, to see whether its settings are right; nothing is saved or changed.
import type { AnswerOf, api, FileFormInput, PullSourceInput } from '@attune/contract';
import { refuseInvalid } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { readAllowedHosts } from '../../../../public-address.ts';
import { FeedFileError } from '../files/feed-line.ts';
import { repeatable } from '../files/spool.ts';
import { optionsOfReading } from '../reading.ts';
import { detectFile } from '../uploads/detect.ts';
import { shopAddress } from '../uploads/shop-address.ts';
import { openSecret, purposeOf, requireUrl } from './pulls.ts';
import { wholeUrl } from './secret-query.ts';
import { settingsOf } from './settings.ts';
import { HostKeyError } from './sources/sftp.ts';
import {
  authorizationErrors,
  fetchFrom,
  isSameHost,
  placeErrors,
  secretOf,
} from './sources/source.ts';
import { type PullKey, selectPulls } from './store.ts';

const bounds = { bytesMax: 64 * 1024 ** 2, idleMs: 15_000, wholeMs: 60_000 };
const nothingKnown = { etag: undefined, lastModified: undefined };

/** Tries to fetch a file. Throws `invalid_request` where the settings cannot be right. */
export async function testPull(
  ctx: Context,
  key: PullKey,
  vertical: string,
  { authorization, reading = {}, ...given }: PullSourceInput,
): Promise<AnswerOf<typeof api.testPull>> {
  const allowed = readAllowedHosts(ctx.config.pullAllowedHosts);
  refuseInvalid(placeErrors(given, allowed));
  const saved = (await selectPulls(ctx.db, key)).find(({ name }) => name === key.name);
  const settings = saved && settingsOf(saved);
  const whole = wholeUrl(ctx, purposeOf(key), { place: given, saved: settings });
  const place = { ...given, url: requireUrl(whole) };
  const kept = saved?.sealed && isSameHost(settingsOf(saved), place) ? saved : undefined;
  refuseInvalid(await authorizationErrors(place, authorization, kept !== undefined));
  const { mapping: _, ...form } = optionsOfReading(reading, '/reading');
  try {
    const secret = authorization
      ? secretOf(place, authorization)
      : authorization === undefined && kept
        ? openSecret(ctx, key, kept)
        : undefined;
    const signal = new AbortController().signal;
    const found = await fetchFrom(place, secret, nothingKnown, { ...bounds, allowed, signal });
    if (found.isUnchanged) throw new FeedFileError('the source says that it has nothing');
    const { source, remove } = await repeatable(found.source);
    try {
      const shop = () => shopAddress(ctx.db, key);
      const told = { ...(form as FileFormInput), shop };
      const detection = await detectFile(source, vertical, told);
      const columns = detection.columns.map(({ column }) => column).join(', ');
      const ofSheet = detection.sheet === undefined ? '' : ` in the sheet ${detection.sheet}`;
      const has = `The file has ${found.received()} bytes and these columns${ofSheet}`;
      const detail = `${has}: ${columns}.`;
      return { isOk: true, detail: detail.slice(0, 1_000), hostKey: null, detection };
    } finally {
      await remove();
    }
  } catch (error) {
    if (!(error instanceof FeedFileError)) throw error;
    const hostKey = error instanceof HostKeyError ? error.hostKey : null;
    const detail = error.message.replace(/^./, (first) => first.toUpperCase());
    return { isOk: false, detail: `${detail}.`.slice(0, 1_000), hostKey, detection: null };
  }
}

// How the nightly export of a site stands, for teammates.
import type { StatusOutput } from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { nextNightAt, nightAt } from './due.ts';
import { placeOf } from './place-of.ts';
import { type KindRow, type NightRow, selectKinds, selectNights } from './store.ts';

type Status = StatusOutput['nightlyExport'];

/** Says whether a site is exported each night, when it was last and is next, and what failed. */
export async function nightlyStatus(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  { site }: SiteSnapshot,
): Promise<Status> {
  const { nightly } = config;
  const isOn = site.settings.nightlyExport;
  const [row] = await selectNights(db, [site.id]);
  const kinds = row ? await selectKinds(db, site.id) : [];
  const isRunning = row?.heldUntil != null && row.heldUntil.getTime() > now();
  const nextAt = nightly && isOn && !isRunning ? nextOf(row, now(), nightly) : null;
  return {
    isOn,
    target: nightly
      ? { place: placeOf(nightly, site), format: nightly.format, hour: nightly.hour }
      : null,
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    running: isRunning ? runningOf(row, kinds) : null,
    last:
      row?.doneAt && row.night !== null && row.written
        ? { doneAt: row.doneAt.toISOString(), until: row.night, ...row.written }
        : null,
    failure:
      row?.failedAt && row.fault !== null
        ? { at: row.failedAt.toISOString(), reason: row.fault }
        : null,
  };
}

function nextOf(
  row: NightRow | undefined,
  now: number,
  nightly: { readonly hour: number },
): number {
  const wanted = nightAt(now, nightly);
  const isDone = row?.night != null && row.night >= wanted;
  return isDone ? nextNightAt(row.night!, nightly) : Math.max(now, row?.retryAt?.getTime() ?? now);
}

function runningOf({ startedAt }: NightRow, kinds: readonly KindRow[]): Status['running'] {
  const current = kinds.find(({ doneAt }) => doneAt === null);
  return {
    since: startedAt!.toISOString(),
    kind: current?.kind ?? null,
    part: current?.part || null,
    rows: current?.rows ?? 0,
  };
}

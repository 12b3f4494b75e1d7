// Copies experiences from a site to another one, as drafts: all of it, or nothing.
import { createHash } from 'node:crypto';
import type { CopyInput, CopyOutput, ExperienceChange } from '@attune/contract';
import { differencesOf } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { withinSite } from '../../../../tenant-guard.ts';
import type { FeedCache } from '../../../catalog/feed-cache/index.ts';
import { insertAudit } from '../../../configuration/audit/index.ts';
import { changeTogether } from '../../../configuration/sites/index.ts';
import { importInto } from '../import.ts';
import { SiteObjects } from '../site-objects.ts';
import { type Carried, type Chosen, type Copied, carriedOf, fileOf, filesOf } from './carried.ts';
import { findingsIn, needsOf, titleOf } from './needs.ts';

export interface CopyRequest {
  readonly from: SiteSnapshot;
  readonly to: SiteSnapshot;
  readonly actor: string;
  /** May they change templates of the other site? */
  readonly editsCode: boolean;
  readonly wanted: Omit<CopyInput, 'to'>;
}

/**
 * Says what a copy would do, or does it where its fingerprint is the one that was said. Throws
 * `conflict` where it is another one by now, and whatever an import throws.
 */
export async function copyExperiences(
  ctx: Context,
  feedCache: FeedCache,
  { from, to, actor, editsCode, wanted }: CopyRequest,
): Promise<CopyOutput> {
  const { campaigns, audiences, strategies, templates, fingerprint: expected } = wanted;
  const chosen = {
    ...{ campaign: campaigns, audience: audiences },
    ...{ strategy: strategies, template: templates },
  } as Chosen;
  const isDone = expected !== undefined;
  return changeTogether(ctx, { isTrial: !isDone }, async (within) => {
    const source = await SiteObjects.read(within.db, from.site.id);
    refuseUnknown(source, chosen);
    return withinSite(to.site.id, async () => {
      const target = await SiteObjects.read(within.db, to.site.id);
      const carried = carriedOf(source, target, chosen);
      const files = filesOf(carried, source);
      const who = { siteId: to.site.id, actor };
      const ways = { feedCache, editsCode };
      const { changes, warnings } = await importInto(within, who, files, target, ways);
      const things = thingsOf(carried, changes, { source, target, isDone });
      const needs = [...needsOf(carried.copied, to), ...findingsIn(files, warnings)];
      const fingerprint = hashOf([files, things.map(({ id: _, ...thing }) => thing)]);
      if (isDone && expected !== fingerprint) {
        const detail = `Something was changed on ${from.site.name} or ${to.site.name} since you compared them. Compare again.`;
        throw new ApiError('conflict', detail);
      }
      await noteCopies(within, { from, to, actor }, { carried, things, target });
      return { isDone, fingerprint, things, needs };
    });
  });
}

function refuseUnknown(source: SiteObjects, chosen: Chosen): void {
  const given = Object.entries(chosen).flatMap(([kind, ids = []]) =>
    ids.map((id) => ({ kind, id })),
  );
  if (given.length === 0) {
    throw new ApiError(
      'invalid_request',
      'Choose at least one campaign, audience, strategy or template.',
    );
  }
  for (const { kind, id } of given) {
    const row = source.of(kind as Copied['kind']).find((one) => one.id === id);
    if (!row) throw new ApiError('not_found', `There is no ${kind} ${id} on this site.`);
    if (row.isArchived) {
      throw new ApiError('conflict', `The ${kind} ${row.name} is archived; take it out first.`);
    }
  }
}

const hashOf = (json: unknown) =>
  createHash('sha256').update(JSON.stringify(json)).digest('base64url');

interface Sites {
  readonly source: SiteObjects;
  readonly target: SiteObjects;
  readonly isDone: boolean;
}

type Thing = CopyOutput['things'][number];

function thingsOf(
  { copied, used }: Carried,
  changes: readonly ExperienceChange[],
  { source, target, isDone }: Sites,
): Thing[] {
  const shown = ({ kind, row, isChosen }: Copied) => ({
    ...{ kind, isChosen, name: titleOf({ row }) },
    id: target.named(kind, row.name)?.id ?? null,
  });
  const made = copied.map((thing): Thing => {
    const change = changes.find(({ kind, name }) => kind === thing.kind && name === thing.row.name);
    const action = !change || change.action === 'remove' ? 'unchanged' : change.action;
    const { id, ...rest } = shown(thing);
    // What a trial makes is gone when it answers.
    const lasting = action === 'create' && !isDone ? null : id;
    return { ...rest, id: lasting, action, differences: change?.differences ?? [] };
  });
  const referredTo = used.map((thing): Thing => {
    const { kind, row } = thing;
    const there = target.named(kind, row.name);
    const [one, other] = [
      fileOf(kind, row, source.nameOf),
      there && fileOf(kind, there, target.nameOf),
    ];
    const isDifferent = there !== undefined && differencesOf(other, one).length > 0;
    return { ...shown(thing), action: 'use', isDifferent, differences: [] };
  });
  return [...made, ...referredTo];
}

interface Noted {
  readonly carried: Carried;
  readonly things: CopyOutput['things'];
  readonly target: SiteObjects;
}

/** Each site's log says what was copied, with whose name the other site has it. */
async function noteCopies(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { from, to, actor }: Omit<CopyRequest, 'wanted' | 'editsCode'>,
  { carried: { copied }, things, target }: Noted,
): Promise<void> {
  const at = new Date(now());
  const write = (
    tx: Db,
    of: SiteSnapshot,
    entry: { action: string; subjectId: string },
    thing: Copied,
    site: string,
  ) =>
    withinSite(of.site.id, () =>
      insertAudit(tx, {
        ...{ siteId: of.site.id, at, actor, ...entry },
        ...{ subject: titleOf(thing), details: { site } },
      }),
    );
  for (const [place, thing] of copied.entries()) {
    if (things[place]?.action === 'unchanged') continue;
    const { kind, row } = thing;
    const there = target.named(kind, row.name);
    const ids = { here: String(row.id), there: String(there?.id) };
    await write(db, from, { action: `${kind}.copy-to`, subjectId: ids.here }, thing, to.site.name);
    await write(
      db,
      to,
      { action: `${kind}.copy-from`, subjectId: ids.there },
      thing,
      from.site.name,
    );
  }
}

// Reading campaigns: for snapshots, and for managing them.
import { rolloutActs } from '@attune/contract';
import { isOver } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { selectActs } from '../../configuration/audit/index.ts';
import {
  type Publication,
  selectLastPublishings,
  selectPublications,
  selectPublishings,
} from '../../configuration/publications/index.ts';
import { completeSettings, selectSite } from '../../configuration/sites/index.ts';
import {
  type ObjectRow,
  selectAuthors,
  selectObjects,
  selectVersionTimes,
} from '../../configuration/versioned-objects/index.ts';
import { sayAct, showRollout } from './rollout/show.ts';
import { selectRollouts } from './rollout/store.ts';
import { showSchedule } from './schedule.ts';
import { showScheduled } from './scheduled/show.ts';
import { selectScheduled } from './scheduled/store.ts';
import { definitionOf, inputOf, type ShownCampaign } from './stored.ts';

export interface CampaignRow {
  readonly id: number;
  readonly selector: string;
  readonly status: 'draft' | 'live' | 'paused';
  /** JSON texts of CampaignDefinitions. */
  readonly draft: string;
  readonly published: string | undefined;
}

export type CampaignStatus = 'draft' | 'live' | 'paused' | 'archived';

export interface Shown {
  readonly id: number;
  readonly version: number;
  readonly status: CampaignStatus;
  readonly publishedVersion: number | null;
  readonly publishedNumber: number | null;
  readonly updatedAt: string | null;
  readonly updatedBy: string;
  readonly publishedAt: string | null;
  readonly publishedBy: string | null;
  readonly schedule: ReturnType<typeof showSchedule>;
  readonly rollout: ReturnType<typeof showRollout>;
  readonly scheduledPublication: ReturnType<typeof showScheduled>;
  readonly campaign: ShownCampaign;
}

/** A site's campaigns that are not archived, with what is published of them. */
export async function selectCampaigns(db: Db, siteId: number): Promise<CampaignRow[]> {
  const publications = await publicationsById(db, siteId);
  const rows = await selectObjects(db, siteId, 'campaign');
  return rows
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, name, body }) => {
      const publication = publications.get(id);
      return {
        id,
        selector: publication ? definitionOf(publication.body).selector : name,
        status: publication?.status ?? 'draft',
        draft: body,
        published: publication?.body,
      };
    });
}

/** What is published of a site's campaigns, by their ids. */
export async function publicationsById(db: Db, siteId: number): Promise<Map<number, Publication>> {
  const publications = await selectPublications(db, siteId);
  return new Map(publications.map((publication) => [publication.campaignId, publication]));
}

/** The status of a campaign by what is published of it. */
export function statusOf({ isArchived }: ObjectRow, publication?: Publication): CampaignStatus {
  return isArchived ? 'archived' : (publication?.status ?? 'draft');
}

/** Campaigns as the management API shows them. */
export async function showCampaigns(
  db: Db,
  siteId: number,
  rows: readonly ObjectRow[],
): Promise<Shown[]> {
  const ids = rows.map(({ id }) => id);
  const publications = await publicationsById(db, siteId);
  const authors = await selectAuthors(db, siteId, 'campaign', ids);
  const last = await selectLastPublishings(db, siteId, ids);
  const rollouts = await selectRollouts(db, siteId);
  const scheduled = await selectScheduled(db, siteId);
  const { settings = {} } = (await selectSite(db, siteId)) ?? {};
  const { timeZone } = completeSettings(settings);
  return rows.map((row) => {
    const { id, version, body } = row;
    const publication = publications.get(id);
    const author = authors.get(id);
    const rollout = publication && rollouts.find(({ campaignId }) => campaignId === id);
    const publishing = publication && last.find(({ campaignId }) => campaignId === id);
    return {
      id,
      version,
      status: statusOf(row, publication),
      publishedVersion: publication?.version ?? null,
      publishedNumber: publishing?.number ?? null,
      // A node of the previous release keeps no versions.
      updatedAt: author?.version === version ? author.at.toISOString() : null,
      updatedBy: author?.version === version ? author.actor : '',
      publishedAt: publishing?.at.toISOString() ?? null,
      publishedBy: publishing ? (publishing.actor ?? '') : null,
      schedule: showSchedule(definitionOf(body).schedule, timeZone),
      rollout: showRollout(rollout, isSteppedLive(publication)),
      scheduledPublication: showScheduled(
        scheduled.find(({ campaignId }) => campaignId === id),
        version,
      ),
      campaign: inputOf(body),
    };
  });
}

/** Is it live, and do steps tell who takes part? Undefined: no steps do, since its test ended. */
function isSteppedLive(publication: Publication | undefined): boolean | undefined {
  if (publication && isOver(definitionOf(publication.body))) return undefined;
  return publication?.status === 'live';
}

/** What was done with a campaign beside writing it, by the version that this was done with. */
export async function historyByVersion(
  db: Db,
  siteId: number,
  id: number,
): Promise<Map<number, object>> {
  const published = (await selectPublishings(db, siteId, id)).filter((one) => one.version !== null);
  const publications = Map.groupBy(published, ({ version }) => Number(version));
  const acts = await actsByVersion(db, siteId, id);
  const versions = new Set([...publications.keys(), ...acts.keys()]);
  return new Map(
    [...versions].map((version) => [
      version,
      {
        ...(publications.has(version) && {
          publications: publications.get(version)!.map(({ at, actor, revision, number }) => ({
            ...{ at: at.toISOString(), by: actor ?? '', revision, number },
          })),
        }),
        ...(acts.has(version) && { acts: acts.get(version)! }),
      },
    ]),
  );
}

const acting = [
  ...(['pause', 'archive', 'unarchive'] as const),
  ...(['schedule', 'unschedule', 'schedule-refused'] as const),
  ...(['ask-approval', 'approve', 'send-back', 'withdraw-approval'] as const),
  ...rolloutActs,
];

/** Pauses, the archive and rollouts, which make no version: the latest of their time has them. */
async function actsByVersion(db: Db, siteId: number, id: number) {
  const acts = await selectActs(db, siteId, 'campaign', { id: String(id), acts: acting });
  const times = acts.length > 0 ? await selectVersionTimes(db, siteId, 'campaign', id) : [];
  const shown = acts.flatMap(({ at, actor, action, details }) => {
    const version = times.find((one) => one.at <= at)?.version;
    const detail = sayAct(details);
    const act = { action, at: at.toISOString(), by: actor, ...(detail && { detail }) };
    return version === undefined ? [] : [{ version, act }];
  });
  return new Map(
    [...Map.groupBy(shown, ({ version }) => version)].map(([version, those]) => [
      version,
      those.map(({ act }) => act),
    ]),
  );
}

// Layers: which campaign holds which slots. Campaigns say it themselves, drafts and what is
// published; a layer is its name, its seed and how many slots there are.
import { randomBytes } from 'node:crypto';
import type { LayerInput, LayerOutput } from '@attune/contract';
import {
  type CampaignDefinition,
  countFree,
  countSlots,
  giveSlots,
  type LayerPart,
  type SlotRange,
  slotsFor,
} from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import {
  type ObjectKind,
  type ObjectRow,
  selectObjects,
} from '../../configuration/versioned-objects/index.ts';

type LayerBody = Pick<LayerOutput, 'name' | 'slots' | 'seed'>;

export const layerKind: ObjectKind<LayerInput> = {
  kind: 'layer',
  noun: 'layer',
  nameOf: ({ name }) => name,
  async accept({ name, slots }, { before }) {
    const previous = before === undefined ? undefined : (JSON.parse(before) as LayerBody);
    if (previous && slots !== undefined && slots !== previous.slots) {
      refuseInvalid([{ pointer: '/slots', detail: 'cannot be changed: it would move users' }]);
    }
    const seed = previous?.seed ?? randomBytes(8).toString('hex');
    return { name, slots: previous?.slots ?? slots ?? 1_000, seed } satisfies LayerBody;
  },
  async release(tx, siteId, { id }) {
    const members = (await selectMembers(tx, siteId)).get(id);
    if (!members) return;
    const names = members.map(({ selector }) => `"${selector}"`).join(', ');
    throw new ApiError('conflict', `Campaigns hold slots of the layer: ${names}.`);
  },
};

type Member = LayerOutput['members'][number];

/**
 * The slots of each campaign, by layer and by campaign id. A campaign holds the longer of its
 * draft's list and its published one: one is always how the other begins. An archived one holds
 * none.
 */
async function selectMembers(db: Db, siteId: number): Promise<Map<number, Member[]>> {
  const drafts = await selectObjects(db, siteId, 'campaign');
  const bodies = [
    ...(await selectPublications(db, siteId)),
    ...drafts.filter(({ isArchived }) => !isArchived),
  ];
  const found = new Map<string, Member & { layerId: number }>();
  for (const { body } of bodies) {
    const { id, selector, layer } = JSON.parse(body) as CampaignDefinition;
    if (!layer) continue;
    const key = `${layer.id} ${id}`;
    const known = found.get(key)?.held ?? [];
    const held = countSlots(layer.held) > countSlots(known) ? layer.held : known;
    found.set(key, {
      layerId: layer.id,
      campaignId: id,
      selector,
      share: layer.share,
      held: held.map(([from, to]) => [from, to]),
    });
  }
  const members = [...found.values()].sort((one, other) => one.campaignId - other.campaignId);
  const byLayer = Map.groupBy(members, ({ layerId }) => layerId);
  return new Map(
    [...byLayer].map(([id, those]) => [id, those.map(({ layerId: _, ...member }) => member)]),
  );
}

/**
 * The slots of a campaign that asks for a share of a layer: those it has, and free ones. No other
 * campaign's move. Throws `invalid_request` for an unknown layer, `conflict` where too few are
 * free.
 */
export async function takeSlots(
  tx: Db,
  siteId: number,
  campaignId: number,
  wanted: { id: number; share: number } | undefined,
): Promise<LayerPart | undefined> {
  if (wanted === undefined) return undefined;
  const { id, share } = wanted;
  const layers = await selectObjects(tx, siteId, 'layer');
  const row = layers.find((layer) => layer.id === id);
  if (!row) refuseInvalid([{ pointer: '/layer/id', detail: 'is not a layer of the site' }]);
  const { name, slots, seed } = bodyOf(row as ObjectRow);
  const members = (await selectMembers(tx, siteId)).get(id) ?? [];
  const inUse = rangesOf(members.filter((one) => one.campaignId !== campaignId));
  const own = rangesOf(members.filter((one) => one.campaignId === campaignId));
  const count = slotsFor(share, slots);
  const held = giveSlots(slots, count, own, inUse);
  if (held) return { id, share, seed, slots, held };
  const free = countFree(slots, inUse);
  throw new ApiError(
    'conflict',
    `${count} of ${slots} slots of the layer "${name}" are asked for, and ${free} are not held ` +
      `by other campaigns: ask for a share of at most ${free / slots}, or make others smaller.`,
  );
}

/**
 * Checks that a draft's slots are still its own: what is archived gives them back, and they may be
 * another's when it returns. Throws `conflict`.
 */
export async function checkSlots(
  tx: Db,
  siteId: number,
  { id, layer }: Pick<CampaignDefinition, 'id' | 'layer'>,
): Promise<void> {
  if (!layer) return;
  const members = (await selectMembers(tx, siteId)).get(layer.id) ?? [];
  const inUse = rangesOf(members.filter((one) => one.campaignId !== id));
  const { slots, held } = layer;
  if (countFree(slots, inUse) - countFree(slots, [...inUse, ...held]) === countSlots(held)) return;
  throw new ApiError(
    'conflict',
    'Other campaigns have taken slots of this campaign in the layer: save the draft again.',
  );
}

/** Layers as the management API shows them. */
export async function showLayers(
  db: Db,
  siteId: number,
  rows: readonly ObjectRow[],
): Promise<{ id: number; version: number; layer: LayerOutput }[]> {
  const membersOf = await selectMembers(db, siteId);
  return rows.map((row) => {
    const { name, slots, seed } = bodyOf(row);
    const members = membersOf.get(row.id) ?? [];
    const free = countFree(slots, rangesOf(members));
    return { id: row.id, version: row.version, layer: { name, slots, seed, free, members } };
  });
}

const rangesOf = (members: readonly Member[]): SlotRange[] => members.flatMap(({ held }) => held);

const bodyOf = ({ body }: ObjectRow) => JSON.parse(body) as LayerBody;

// A campaign's allocation: checked, and made into what deciding reads.
import type { CampaignInput, Fault } from '@attune/contract';
import {
  type CampaignDefinition,
  type ExperienceDefinition,
  normaliseIdentifier,
  readUserId,
  referenceTo,
  type TestUser,
} from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { takeSlots } from '../layers/index.ts';
import type { StoredExperience } from './stored.ts';

type ExperienceInput = CampaignInput['experiences'][number];
type VariationInput = ExperienceInput['variations'][number];
type TestUserInput = NonNullable<CampaignInput['testUsers']>[number];

/** What of a campaign concerns its draw beside traffic and weights. */
export function validateAllocation(input: CampaignInput): Fault[] {
  return [
    ...input.experiences.flatMap((experience, at) =>
      validateExperience(experience, `/experiences/${at}`),
    ),
    ...(input.testUsers ?? []).flatMap((user, at) =>
      validateTestUsers(input, user, `/testUsers/${at}`),
    ),
  ];
}

function validateExperience(
  { allocation, served = 1, variations }: ExperienceInput,
  pointer: string,
): Fault[] {
  const errors: Fault[] = [];
  if (served > variations.length) {
    errors.push({ pointer: `${pointer}/served`, detail: 'is more than there are variations' });
  }
  if (allocation === 'dynamic' && served > 1) {
    const detail = 'must be 1 with dynamic weights: they learn from one variation a user';
    errors.push({ pointer: `${pointer}/served`, detail });
  }
  if (allocation === 'affinity' && !variations.some(({ tags }) => tags?.length)) {
    const detail =
      'need tags for affinity allocation: without tags, affinity can choose none of them';
    errors.push({ pointer: `${pointer}/variations`, detail });
  }
  return errors;
}

function validateTestUsers(
  { experiences }: CampaignInput,
  { id, cuid, cuidType, experience, variation }: TestUserInput,
  pointer: string,
): Fault[] {
  const errors: Fault[] = [];
  const isById = id !== undefined;
  const isByName = cuid !== undefined && cuidType !== undefined;
  if (isById === isByName || (cuid === undefined) !== (cuidType === undefined)) {
    errors.push({ pointer, detail: 'is named by id, or by cuid and cuidType together' });
  }
  if (isById && readUserId(id) === undefined) {
    const detail = 'must be a signed 64-bit integer other than 0';
    errors.push({ pointer: `${pointer}/id`, detail });
  }
  const several = 'is what several are called: give each a name of its own';
  const [found, ...others] = experiences.filter((one, at) => referenceTo(one, at) === experience);
  const variations = found?.variations.filter(({ name }) => name === variation) ?? [];
  if (!found) {
    errors.push({ pointer: `${pointer}/experience`, detail: 'is no experience of the campaign' });
  } else if (others.length > 0) {
    errors.push({ pointer: `${pointer}/experience`, detail: several });
  } else if (variations.length !== 1) {
    const detail = variations.length > 1 ? several : 'is no variation of the experience';
    errors.push({ pointer: `${pointer}/variation`, detail });
  }
  return errors;
}

/** What of an experience's definition concerns its draw. */
export function acceptAllocation({
  allocation,
  metric,
  served,
}: ExperienceInput): Pick<ExperienceDefinition, 'allocation' | 'metric' | 'served'> {
  return {
    ...(allocation && { allocation }),
    ...(metric !== undefined && { metric }),
    ...(served !== undefined && { served }),
  };
}

/** What of a variation's definition concerns its draw. */
export const acceptTags = ({ tags }: VariationInput) => tags && { tags };

/**
 * The parts of a campaign's definition that concern who takes part: its slots of a layer, holdouts,
 * test users. Throws `invalid_request`, or `conflict` over slots.
 */
export async function acceptMembership(
  tx: Db,
  siteId: number,
  campaignId: number,
  { layer, ignoresHoldouts, servesWithoutConsent, labels, testUsers }: CampaignInput,
  experiences: readonly StoredExperience[],
): Promise<Partial<CampaignDefinition>> {
  const part = await takeSlots(tx, siteId, campaignId, layer);
  return {
    ...(labels && { labels }),
    ...(part && { layer: part }),
    ...(ignoresHoldouts !== undefined && { ignoresHoldouts }),
    ...(servesWithoutConsent !== undefined && { servesWithoutConsent }),
    ...(testUsers && { testUsers: testUsers.map((user) => acceptTestUser(user, experiences)) }),
  };
}

function acceptTestUser(
  { id, cuid = '', cuidType = '', experience, variation }: TestUserInput,
  experiences: readonly StoredExperience[],
): TestUser {
  const found = experiences.find((one, at) => referenceTo(one, at) === experience);
  const served = found?.variations.find(({ name }) => name === variation);
  if (!found || !served) throw new Error('a test user whose variation was not checked');
  const user = id ?? normaliseIdentifier({ type: cuidType, value: cuid });
  return { user, experienceId: found.id, variationId: served.id };
}

// A campaign as it is stored, and as an input.
import { randomBytes } from 'node:crypto';
import type { CampaignInput } from '@attune/contract';
import {
  type CampaignDefinition,
  type ExperienceDefinition,
  parseWritten,
  referenceTo,
  unitIn,
} from '@attune/core';

/** An experience as it was written: without a name, unless it was given one. */
export type StoredExperience = Omit<ExperienceDefinition, 'name'> & { name?: string };

/** What decides, and what of a campaign is only read by people and by checks. */
export interface StoredCampaign extends Omit<CampaignDefinition, 'experiences'> {
  experiences: StoredExperience[];
  notes?: string;
  template?: number;
  payloadSchema?: NonNullable<CampaignInput['payloadSchema']>;
  metrics?: NonNullable<CampaignInput['metrics']>;
  design?: NonNullable<CampaignInput['design']>;
  rollout?: NonNullable<CampaignInput['rollout']>;
}

/** What is shown of a stored campaign: whatever an input can say, the seed, allocation versions. */
export type ShownCampaign = CampaignInput & Pick<CampaignDefinition, 'seed'>;

/** What a campaign draws by. */
export const newSeed = () => randomBytes(8).toString('hex');

export const definitionOf = (body: string) => parseWritten(body) as StoredCampaign;

/** A stored campaign in the form of an input: given again as it is, nothing changes. */
export function inputOf(body: string): ShownCampaign {
  const definition = definitionOf(body);
  const { id: _id, layer, testUsers, ...rest } = definition;
  const { experiences } = rest;
  return {
    ...rest,
    unit: unitIn(definition).unit,
    ...(layer && { layer: { id: layer.id, share: layer.share } }),
    ...(testUsers && {
      testUsers: testUsers.map(({ user, experienceId, variationId }) => {
        const at = experiences.findIndex(({ id }) => id === experienceId);
        const variation = experiences[at]?.variations.find(({ id }) => id === variationId);
        return {
          ...(typeof user === 'string' ? { id: user } : { cuid: user.value, cuidType: user.type }),
          experience: at < 0 ? '' : referenceTo(experiences[at], at),
          variation: variation?.name ?? '',
        };
      }),
    }),
  } as ShownCampaign;
}

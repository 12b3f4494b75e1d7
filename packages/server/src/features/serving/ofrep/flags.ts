// A campaign as a flag: which campaigns are, and what a decision makes of one.
import type { FlagOutput } from '@attune/contract';
import type { CompiledCampaign } from '@attune/core';
import { entityTag } from '../../../entity-tag.ts';
import type { Chosen, Decided } from '../choose/index.ts';

/** A flag has one value: campaigns that recommend, sort, or give several at once are none. */
export const isFlag = ({ definition }: CompiledCampaign) =>
  definition.type === 'custom' && definition.experiences.every(({ served = 1 }) => served === 1);

export function flagsOf({ decided, ids }: Chosen): FlagOutput[] {
  return decided.map((one, at) => flagOf(one, ids[at]!));
}

function flagOf(one: Decided, decisionId: string): FlagOutput {
  const { definition } = one.compiled;
  const { experience, variation } = one.decision;
  const value = (variation?.payload as { readonly data?: unknown } | null | undefined)?.data;
  return {
    key: definition.selector,
    // OFREP has no null.
    ...(value != null && { value }),
    reason: reasonOf(one),
    ...(variation && { variant: variation.name }),
    metadata: {
      decisionId,
      campaignId: definition.id,
      campaignName: definition.name,
      ...(experience && { experienceId: experience.id, experienceName: experience.name }),
      ...(variation && { variationId: variation.id, variationName: variation.name }),
    },
  };
}

function reasonOf({ compiled, decision }: Decided): FlagOutput['reason'] {
  switch (decision.reason) {
    case 'paused':
    case 'not_started':
    case 'ended':
      return 'DISABLED';
    case 'affinity':
    case 'forced':
      return 'TARGETING_MATCH';
    case 'not_in_layer':
    case 'not_in_traffic':
    case 'holdout':
      return 'SPLIT';
    case 'allocated':
    case 'assigned': {
      const { layer, holdouts, experiences } = compiled;
      if (decision.propensity < 1 || layer || holdouts) return 'SPLIT';
      return experiences.some(({ targeting }) => targeting) ? 'TARGETING_MATCH' : 'STATIC';
    }
    default:
      return 'UNKNOWN';
  }
}

/**
 * The weak entity tag of a user's flags. Two answers with the same flags differ in their decision
 * ids, and either serves; another user's do not, nor those of before a campaign was restarted.
 */
export function etagOf({ gathered, decided }: Chosen, flags: readonly FlagOutput[]): string {
  const shown = flags.map(({ metadata: { decisionId: _, ...metadata }, ...flag }, at) => {
    return [flag, metadata, decided[at]?.compiled.definition.seed];
  });
  return entityTag(JSON.stringify([gathered.userId, shown]));
}

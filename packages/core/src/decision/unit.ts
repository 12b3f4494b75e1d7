// Knows what a campaign draws and counts by: a device, a person, or an account.

import type { CompiledCampaign, CompiledExperience } from './compiled.ts';
import type { DecisionInput } from './decision.ts';
import type { CampaignDefinition, Unit } from './definition.ts';

/** What campaigns count by that were written before there was a choice. */
export const unitBefore: Unit = 'person';

/** The unit of a campaign, and the type of account where it is one. */
export function unitIn({
  unit = unitBefore,
  accountType = '',
}: Pick<CampaignDefinition, 'unit' | 'accountType'>): { unit: Unit; accountType: string } {
  return { unit, accountType: unit === 'account' ? accountType : '' };
}

/** The id that a visitor counts by in a campaign; '' where it is an account and they have none. */
export function unitId(
  { unit, accountType }: Pick<CompiledCampaign, 'unit' | 'accountType'>,
  { units }: Pick<DecisionInput, 'units'>,
): string {
  return unit === 'account' ? (units.accounts?.[accountType] ?? '') : units[unit];
}

/** What an experience draws a visitor by: the unit, the session or the request. */
export function drawnBy(
  { drawsBy, accountType }: Pick<CompiledExperience, 'drawsBy' | 'accountType'>,
  { units }: Pick<DecisionInput, 'units'>,
): string {
  return drawsBy === 'account' ? (units.accounts?.[accountType] ?? '') : units[drawsBy];
}

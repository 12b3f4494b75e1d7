// Knows who is given a certain variation whatever else holds.

import { identifierKey } from '../identity/index.ts';
import type { CompiledExperience, CompiledTestUsers, Forced } from './compiled.ts';
import type { DecisionInput, Served } from './decision.ts';
import type { CampaignDefinition } from './definition.ts';
import { bucketOf } from './steps.ts';

/** Prepares test users; those whose variation is gone are left out. */
export function compileTestUsers(
  { testUsers = [] }: CampaignDefinition,
  experiences: readonly CompiledExperience[],
): CompiledTestUsers | null {
  const forced = testUsers.flatMap(({ user, experienceId, variationId }) => {
    const experience = experiences.find(({ definition }) => definition.id === experienceId);
    const variation = experience?.definition.variations.find(({ id }) => id === variationId);
    if (experience === undefined || variation === undefined) return [];
    return [[keyOf(user), { experience, variation }] as const];
  });
  return forced.length === 0 ? null : new Map(forced);
}

/** What a test user is given; undefined for anybody else. */
export function forcedFor(testUsers: CompiledTestUsers, input: DecisionInput): Served | undefined {
  const found = findTestUser(testUsers, input);
  if (found === undefined) return undefined;
  const { experience, variation } = found.forced;
  return {
    reason: 'forced',
    experience: experience.definition,
    variation,
    isControl: variation.payload === null,
    bucket: bucketOf(experience, input),
    propensity: 1,
    allocationVersion: experience.allocationVersion,
    assignment: null,
  };
}

/** The test user that a visitor is, and the id or the name that they were known by. */
export function findTestUser(
  testUsers: CompiledTestUsers,
  { who, units }: DecisionInput,
): { by: string | { type: string; value: string }; forced: Forced } | undefined {
  for (const by of [units.person, units.device, ...(who?.ids ?? []), ...(who?.names ?? [])]) {
    const forced = testUsers.get(keyOf(by));
    if (forced !== undefined) return { by, forced };
  }
  return undefined;
}

/** A user id is digits; the key of a name is not. */
function keyOf(user: string | { type: string; value: string }): string {
  return typeof user === 'string' ? user : identifierKey(user);
}

// What a score was made of, as events that can be shown to a teammate.

import type { Signal } from '../events/event.ts';
import type { Profile } from '../profile/profile.ts';
import { signalOfCell, signals } from '../profile/profile.ts';
import { countsByValue } from './counts.ts';
import type { Normaliser } from './normaliser.ts';
import type { AffinitySettings } from './settings.ts';

/** How many events of each signal count towards a value: those of a day up to the daily cap. */
export function countEvidence(
  profile: Profile,
  property: string,
  value: string,
  settings: Pick<AffinitySettings, 'dailyCap' | 'bandsByProperty'>,
  normaliser: Normaliser | undefined,
): ReadonlyMap<Signal, number> {
  const counted = new Map<Signal, number>();
  for (const [cell, count] of countsByValue(profile, property, settings, normaliser).get(value) ??
    []) {
    const signal = signals[signalOfCell(cell)]!;
    counted.set(signal, (counted.get(signal) ?? 0) + Math.min(count, settings.dailyCap));
  }
  return counted;
}

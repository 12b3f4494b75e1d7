// Which properties count on a site: those that it chose or states, not whatever a caller names.

import { type Profile, type PropertyCounts, signalOfCell, signals } from '../profile/profile.ts';
import { compareByCodePoint } from '../text/characters.ts';
import { type AffinityEdits, editsOf, mutedValues, noEdits } from './edits.ts';
import type { AffinitySettings } from './settings.ts';

/** The most properties of a profile that are read where the site has not listed them. */
const maxUnlisted = 10;

/** Settings as they are read by, with what the site's feeds choose. */
export interface ChosenSettings extends AffinitySettings {
  /** Are properties read as well that `inform-affinity` states of the person, ten in all? */
  readonly readsInformed?: boolean;
}

/**
 * A site's settings with its properties in them: those of the settings alone, or else the affinity
 * columns of its feeds, and what is informed. A site without a feed has chosen none: then they
 * stay absent.
 */
export function chooseProperties(
  settings: AffinitySettings,
  feeds: readonly { readonly affinity: readonly string[] }[],
): ChosenSettings {
  if (settings.properties !== undefined || feeds.length === 0) return settings;
  const properties = [...new Set(feeds.flatMap(({ affinity }) => affinity))];
  return { ...settings, properties, readsInformed: true };
}

/**
 * The properties of a profile that are read, each once and in code-point order. What a teammate has
 * set counts as informed; what they or the site have muted is not read.
 */
export function propertiesRead(
  profile: Profile,
  settings: ChosenSettings,
  edits: AffinityEdits = noEdits,
): string[] {
  const isRead = (name: string) =>
    !mutedValues(settings, name).isWhole && !editsOf(edits, name).isMuted;
  const { properties, readsInformed } = settings;
  const set = edits.flatMap(({ action, property }) => (action === 'set' ? [property] : []));
  const names = [...new Set([...profile.properties.keys(), ...set])].sort(compareByCodePoint);
  if (properties === undefined) return names.slice(0, maxUnlisted).filter(isRead);
  const chosen = new Set(properties);
  if (readsInformed) {
    const informed = names.filter(
      (name) => set.includes(name) || isInformed(profile.properties.get(name)!),
    );
    for (const name of informed) if (chosen.size < maxUnlisted) chosen.add(name);
  }
  return [...chosen].sort(compareByCodePoint).filter(isRead);
}

const informing = [signals.indexOf('inform'), signals.indexOf('dislike')];

function isInformed({ values }: PropertyCounts): boolean {
  return [...values.values()].some((counts) =>
    [...counts.keys()].some((cell) => informing.includes(signalOfCell(cell))),
  );
}

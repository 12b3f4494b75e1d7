// Which properties count on a site: those that it chose, not whatever a caller names.

import type { Profile } from '../profile/profile.ts';
import { compareByCodePoint } from '../text/characters.ts';
import type { AffinitySettings } from './settings.ts';

/** The most properties of a profile that are read where the site has chosen none. */
const maxUnchosen = 10;

/**
 * A site's settings with its properties in them: those of the settings, or else the affinity
 * columns of its feeds. A site without a feed has chosen none: then they stay absent.
 */
export function chooseProperties(
  settings: AffinitySettings,
  feeds: readonly { readonly affinity: readonly string[] }[],
): AffinitySettings {
  if (settings.properties !== undefined || feeds.length === 0) return settings;
  return { ...settings, properties: [...new Set(feeds.flatMap(({ affinity }) => affinity))] };
}

/** The properties of a profile that are read, each once and in code-point order. */
export function propertiesRead(profile: Profile, { properties }: AffinitySettings): string[] {
  if (properties !== undefined) return [...new Set(properties)].sort(compareByCodePoint);
  return [...profile.properties.keys()].sort(compareByCodePoint).slice(0, maxUnchosen);
}

// Where the files of a site go.
import { join } from 'node:path';
import { kindOfPlace, type NightlyConfig } from '../../../nightly-config.ts';

/** The folder of a site within the place of all. */
export const placeOf = (
  { place }: Pick<NightlyConfig, 'place'>,
  { name }: { readonly name: string },
): string => (kindOfPlace(place) === 'folder' ? join(place, name) : `${place}/${name}`);

// Events of a site's own making, known by their names.

import { joined, type Kind, nothing } from './kind.ts';

export interface Custom {
  readonly kind: 'custom';
  readonly properties: Readonly<Record<string, unknown>>;
}

/** `parse.ts` reads it: its properties are bounded by whether their type is known. */
export const custom: Kind<Custom> = {
  read: null,
  isActivity: true,
  statements: nothing,
  about: ({ properties }) => joined(Object.keys(properties)),
  anonymised: ({ kind, name }) => ({ kind, name, properties: {} }),
};

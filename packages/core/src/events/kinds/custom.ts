// Events of a site's own making, known by their names; and those of a type that is not known.

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

/** Kept as it was sent, for a version that knows its type. It counts as nothing until then. */
export interface Unrecognised {
  readonly kind: 'unrecognised';
  /** `svcType`. */
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** `parse.ts` reads it. */
export const unrecognised: Kind<Unrecognised> = {
  read: null,
  isActivity: false,
  statements: nothing,
  about: ({ type }) => type,
  anonymised: null,
};

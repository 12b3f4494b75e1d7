// What a setting is: how its text is read, and what the reference says of it.

/** A setting by a name in the environment. */
export interface Setting<T> {
  readonly about: string;
  readonly fallback: string;
  /** Throws a sentence about what is wrong. */
  readonly read: (text: string) => T;
  /** Further sentences, for the reference. */
  readonly more: string;
}

/** States a setting. */
export const setting = <T>(
  about: string,
  fallback: string,
  read: (text: string) => T,
  more = '',
): Setting<T> => ({ about, fallback, read, more });

// What a setting is: how its text is read, and what the reference says of it.

/** A setting by a name in the environment. */
export interface Setting<T> {
  readonly about: string;
  readonly fallback: string;
  /** Throws a sentence about what is wrong. */
  readonly read: (text: string) => T;
  /** Further sentences, for the reference. */
  readonly more: string;
  /** Is it, or may it contain, a password, a token or a key? Then it is never shown. */
  readonly isSecret: boolean;
}

/** States a setting that may be shown. */
export const setting = <T>(
  about: string,
  fallback: string,
  read: (text: string) => T,
  more = '',
): Setting<T> => ({ about, fallback, read, more, isSecret: false });

/** States a setting that is never shown. */
export const secretSetting = <T>(...stated: Parameters<typeof setting<T>>): Setting<T> => ({
  ...setting(...stated),
  isSecret: true,
});

/** A value as operators may see it: of a secret, that it is set; of an address, no login. */
export function shownValue({ isSecret }: Pick<Setting<unknown>, 'isSecret'>, text: string): string {
  if (isSecret) return text === '' ? '' : '(set)';
  const [first, ...addresses] = text.split('://');
  return [first, ...addresses.map(withoutLogin)].join('://');
}

/** The part of an address behind its protocol, with what is before the host hidden. */
function withoutLogin(address: string): string {
  const end = address.search(/[/?#\s]/);
  const host = end < 0 ? address : address.slice(0, end);
  const at = host.lastIndexOf('@');
  return at < 0 ? address : `(hidden)${address.slice(at)}`;
}

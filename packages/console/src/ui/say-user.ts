// What a user is called: by a name of the site's, or as an anonymous visitor.

export interface CalledBy {
  readonly type: string;
  readonly value: string;
}

const hashShown = 8;

/** "ann-1", "3f5a0c11…" for a hash, or "Anonymous visitor · 4f2a". */
export function sayUser(id: string, name: CalledBy | null): string {
  if (name === null) return `Anonymous visitor · ${shortOf(id)}`;
  return name.type === 'he' ? `${name.value.slice(0, hashShown)}…` : name.value;
}

/** What kind of name it is, in words. */
export function sayUserType(type: string): string {
  if (type === 'he') return 'hashed e-mail';
  return type === 'external' ? 'external ID' : type;
}

/** The last sixteen bits in hex: enough to tell visitors on a page apart. */
function shortOf(id: string): string {
  if (!/^-?\d+$/.test(id)) return id.slice(-4);
  return BigInt.asUintN(16, BigInt(id)).toString(16).padStart(4, '0');
}

// What sites' requests say of their pages: names, and how often which values, without users.

type Value = string | number | boolean;

export interface SeenAttribute {
  /** In how many of the requests looked at; those of long ago count less. */
  count: number;
  readonly types: Set<'string' | 'number' | 'boolean'>;
  /** How many had which value. */
  readonly values: Map<Value, number>;
}

export interface SeenOnSite {
  /** How many requests were looked at; those of long ago count less. */
  requests: number;
  readonly byName: Map<string, SeenAttribute>;
}

export interface PageAttributes {
  /** Looks at a request's attributes, unless it has looked at enough of them lately. */
  readonly note: (siteId: number, read: () => Readonly<Record<string, Value>>) => void;
  readonly seen: (siteId: number) => SeenOnSite | undefined;
}

interface CountedSite extends SeenOnSite {
  /** So many more may be looked at now. */
  left: number;
  leftAt: number;
}

const mostSites = 100;
const mostNames = 100;
const mostValues = 50;
const longestText = 100;
const mostAtOnce = 30;
const mostInSecond = 1;
/** After so many requests what was seen counts half, so that what is gone is forgotten. */
const halvedAfter = 2_000;

/** Counts what is seen on this node, from when it starts. `now` is in ms since the epoch. */
export function countPageAttributes(now: () => number): PageAttributes {
  /** The one that was noted longest ago first. */
  const sites = new Map<number, CountedSite>();
  return {
    seen: (siteId) => sites.get(siteId),
    note(siteId, read) {
      const at = now();
      const counted = sites.get(siteId) ?? { ...nothing(), left: mostAtOnce, leftAt: at };
      const refilled = counted.left + ((at - counted.leftAt) / 1_000) * mostInSecond;
      counted.left = Math.min(mostAtOnce, refilled);
      counted.leftAt = at;
      if (counted.left < 1) return;
      counted.left -= 1;
      sites.delete(siteId);
      sites.set(siteId, counted);
      const [oldest] = sites.keys();
      if (sites.size > mostSites && oldest !== undefined) sites.delete(oldest);
      look(counted, read());
      if (counted.requests >= halvedAfter) halve(counted);
    },
  };
}

const nothing = (): SeenOnSite => ({ requests: 0, byName: new Map() });

function look(seen: SeenOnSite, attributes: Readonly<Record<string, Value>>): void {
  seen.requests += 1;
  let looked = 0;
  for (const name in attributes) {
    looked += 1;
    if (looked > mostNames) return;
    const value = attributes[name];
    if (value === undefined || name.length > longestText) continue;
    const values = seen.byName.get(name);
    if (!values && seen.byName.size >= mostNames) continue;
    const one = values ?? { count: 0, types: new Set(), values: new Map() };
    if (!values) seen.byName.set(name, one);
    one.count += 1;
    one.types.add(typeof value as 'string' | 'number' | 'boolean');
    if (typeof value === 'string' && value.length > longestText) continue;
    const had = one.values.get(value);
    if (had !== undefined || one.values.size < mostValues) one.values.set(value, (had ?? 0) + 1);
  }
}

function halve(seen: SeenOnSite): void {
  seen.requests /= 2;
  for (const [name, one] of seen.byName) {
    one.count /= 2;
    if (one.count < 1) seen.byName.delete(name);
    for (const [value, count] of one.values) {
      if (count < 2) one.values.delete(value);
      else one.values.set(value, count / 2);
    }
  }
}

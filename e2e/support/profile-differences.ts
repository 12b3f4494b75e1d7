// Why two sites that got the same events have different profiles: their logs, and what failed.
import type { Pool } from 'pg';

/** A site, and what some of its people's profiles were, by external id. */
interface Wanted {
  readonly site: string;
  readonly profiles: ReadonlyMap<string, string>;
}

interface Differing {
  /** The external id of somebody whose profile differs. */
  readonly person: string;
  readonly parts: readonly string[];
  /** Events that are not the same in both logs, with their data; none: it is the folding. */
  readonly events: readonly unknown[];
}

interface Differences {
  /** How many people have other profiles. */
  readonly people: number;
  /** The first of them. */
  readonly differing: readonly Differing[];
  readonly setAside: readonly unknown[];
}

/** The stored profiles of a site's people by external id. */
export async function storedProfiles(db: Pool, site: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ value: string; state: string }>(
    `select identifier.value, profile.state
     from identifier
     join site on site.id = identifier.site_id and site.name = $1
     join profile on profile.site_id = site.id and profile.user_id = identifier.person_id
     where identifier.type = 'external' order by 1`,
    [site],
  );
  return new Map(rows.map(({ value, state }) => [value, state]));
}

/** Who has another profile in a site than is wanted, and what is known of why. */
export async function profileDifferences(
  db: Pool,
  wanted: Wanted,
  site: string,
): Promise<Differences | undefined> {
  const { profiles } = wanted;
  const found = await storedProfiles(db, site);
  const names = [...new Set([...profiles.keys(), ...found.keys()])];
  const others = names.filter((name) => found.get(name) !== profiles.get(name));
  if (others.length === 0) return undefined;
  const differing: Differing[] = [];
  for (const person of others.slice(0, 3)) {
    const events = await otherEvents(db, [wanted.site, site], person);
    const parts = otherParts(profiles.get(person), found.get(person));
    differing.push({ person, parts, events });
  }
  const { rows: setAside } = await db.query('select reason, entry from rejected_entry limit 10');
  return { people: others.length, differing, setAside };
}

const partsMost = 20;

/** The first parts that are not the same in both profiles: `-` as it was wanted, `+` as it is. */
function otherParts(wanted: string | undefined, found: string | undefined): string[] {
  const [before, after] = [partsOf(wanted), partsOf(found)];
  const missing = [...before].filter((part) => !after.has(part)).map((part) => `- ${part}`);
  const added = [...after].filter((part) => !before.has(part)).map((part) => `+ ${part}`);
  return [...missing, ...added]
    .sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
    .slice(0, partsMost);
}

/** What a profile says, a text each: a value with its counts, a product with its moment. */
function partsOf(state: string | undefined): Set<string> {
  if (state === undefined) return new Set();
  const { properties, activity = [], viewed, purchased, ...others } = JSON.parse(state);
  const texts = (of: string, pairs: readonly unknown[]) =>
    pairs.map((pair) => `${of} ${JSON.stringify(pair)}`);
  return new Set([
    ...[...properties, ...activity].flatMap(([name, [since, values]]) =>
      texts(`${name} since ${since}`, values),
    ),
    ...texts('viewed', viewed),
    ...texts('purchased', purchased),
    ...texts('', Object.entries(others)),
  ]);
}

async function otherEvents(db: Pool, sites: readonly [string, string], person: string) {
  const { rows } = await db.query(
    `with reported as (
       select site.name, event.day, event.id, event.data
       from site
       join identifier on identifier.site_id = site.id and identifier.type = 'external'
       join event on event.site_id = site.id and event.user_id = identifier.person_id
       where identifier.value = $3 and site.name in ($1, $2)
     )
     select day, id, one.data as wanted, other.data as found
     from (select * from reported where name = $1) as one
     full join (select * from reported where name = $2) as other using (day, id)
     where one.data is distinct from other.data
     limit 3`,
    [...sites, person],
  );
  return rows;
}

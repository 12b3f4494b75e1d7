// Imports of people's attributes: an import is there with all of its rows or not at all, and once.
import { type Look, listed, type Part, type Setting } from './part.ts';

interface Import {
  readonly number: number;
  state: 'acknowledged' | 'doubtful';
  /** The last round that had to do with it. */
  readonly touched: number;
}

const rowsEach = 40;

/** Load of imports, each of people of its own. */
export function attributePart({ send, round, onFault }: Setting): Part {
  const imports: Import[] = [];
  let begun = 0;

  return {
    lanes: 2,
    async act() {
      begun += 1;
      const number = begun;
      const requests = Array.from({ length: rowsEach }, (_, row) => ({
        ...{ action: 'upsert', cuid: cuidOf(number, row), cuidType: 'external' },
        data: { number, row, city: 'Ulm' },
      }));
      const { is } = await send('POST', '/v2/userdata/bulk', { body: { requests } });
      if (is === 'refused') onFault(`import ${number} was refused`);
      else imports.push({ number, state: is, touched: round() });
    },
    async losses({ db, siteId, whole }) {
      const those = imports.filter(({ touched }) => whole || touched === round());
      const found = await rowsOf({ db, siteId });
      const isThere = ({ number }: Import) => found.get(number) === rowsEach;
      const losses = listed(
        'imports that were acknowledged and are not there',
        those
          .filter((one) => one.state === 'acknowledged' && !isThere(one))
          .map(({ number }) => `${number} with ${found.get(number) ?? 0} rows`),
      );
      losses.push(
        ...listed(
          'imports that are there in part',
          those
            .filter((one) => !isThere(one) && found.has(one.number))
            .map(({ number }) => String(number)),
        ),
      );
      const { rows } = await db.query<{ count: number }>(
        'select count(*)::int as count from user_import where site_id = $1',
        [siteId],
      );
      const [kept, there] = [rows[0]!.count, imports.filter(isThere).length];
      if (kept !== there) losses.push(`${kept} imports are on record, and ${there} were done`);
      return losses;
    },
    counts: () => ({
      imports: imports.filter(({ state }) => state === 'acknowledged').length,
      'imports in doubt': imports.filter(({ state }) => state === 'doubtful').length,
    }),
  };
}

const cuidOf = (number: number, row: number) => `import-${number}-${row}`;

/** How many rows of each import are there, as they were sent. */
async function rowsOf({ db, siteId }: Pick<Look, 'db' | 'siteId'>): Promise<Map<number, number>> {
  const { rows } = await db.query<{ number: number; rows: number }>(
    `select (attributes::jsonb ->> 'number')::int as number, count(*)::int as rows from user_fact
     where site_id = $1 and value like 'import-%'
       and value = 'import-' || (attributes::jsonb ->> 'number')
                 || '-' || (attributes::jsonb ->> 'row')
     group by 1`,
    [siteId],
  );
  return new Map(rows.map(({ number, rows: count }) => [number, count]));
}

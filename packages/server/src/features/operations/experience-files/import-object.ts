// Imports one object, whatever its kind.
import { differencesOf, placedDifferences } from '@attune/core';
import {
  acceptObject,
  createObject,
  inputOf,
  type ObjectKind,
  type ObjectRow,
  replaceObject,
} from '../../configuration/versioned-objects/index.ts';
import type { Change, Importing } from './import-campaign.ts';
import type { SiteKind } from './site-objects.ts';

/** Creates or changes an object of a name; undefined where it is what the file has already. */
export async function importObject<Input>(
  { ctx, who, objects }: Importing,
  of: ObjectKind<Input>,
  read: () => Input,
  toFile: (row: ObjectRow) => unknown,
  name: string,
): Promise<Change | undefined> {
  const kind = of.kind as Exclude<SiteKind, 'campaign'>;
  const input = read();
  const row = objects.named(kind, name);
  if (!row) {
    objects.put(kind, await createObject(ctx, who, of, input));
    return { change: { kind, name, action: 'create', differences: [] }, warnings: [] };
  }
  const body = JSON.stringify(await acceptObject(ctx.db, who.siteId, of, row, input));
  if (differencesOf(inputOf(of, row.body), inputOf(of, body)).length === 0) return undefined;
  const after = await replaceObject(ctx, who, of, { id: row.id, ifMatch: undefined }, input);
  const differences = placedDifferences(toFile(row), toFile(after));
  objects.put(kind, after);
  return { change: { kind, name, action: 'change', differences }, warnings: [] };
}

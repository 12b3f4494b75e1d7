// A site's settings as one thing: what the site is, what its feeds have, whom it knows by what.
import type { AnswerOf, ChangeSettingsInput, consoleApi } from '@attune/contract';
import type { Context } from '../../context.ts';
import { ApiError } from '../../refusal.ts';
import { selectColumns } from '../feeds/index.ts';
import { selectIdentifierTypes } from '../identifier-types/index.ts';
import { changeSettings, completeSettings, selectSite } from '../sites/index.ts';

type Settings = AnswerOf<typeof consoleApi.readSettings>;

/** A site's settings as the database has them now. */
export async function readSettings({ db }: Pick<Context, 'db'>, siteId: number): Promise<Settings> {
  const [site, columns, identifierTypes] = await Promise.all([
    selectSite(db, siteId),
    selectColumns(db, siteId),
    selectIdentifierTypes(db, siteId),
  ]);
  if (!site) throw new ApiError('not_found', 'The site is gone.');
  const { name, vertical, features, revision } = site;
  const { affinity, ...settings } = completeSettings(site.settings);
  const { weights, halfLifeDays, properties = null } = affinity;
  return {
    ...{ name, vertical, features, ...settings },
    affinity: { weights, halfLifeDays, properties: properties && [...properties] },
    ...{ columns, identifierTypes, revision },
  };
}

/** Changes what is given. Throws `invalid_request` with every fault. */
export async function changeSomeSettings(
  ctx: Context,
  { siteId, actor }: { readonly siteId: number; readonly actor: string },
  { vertical, features, ...settings }: ChangeSettingsInput,
): Promise<void> {
  await changeSettings(ctx, siteId, { settings, vertical, features }, actor);
}

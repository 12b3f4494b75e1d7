// Sites are made and changed here; every change is one transaction with its audit entry.
import { randomBytes } from 'node:crypto';
import { type Feature, features, type Vertical, verticals } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { acrossSites } from '../../../tenant-guard.ts';
import { type AuditEntry, changesBetween, insertAudit } from '../audit/index.ts';
import { checkSettings, completeSettings, mergeSettings } from './settings.ts';
import { newSigningKey } from './signing-keys/signing-keys.ts';
import { insertSigningKey } from './signing-keys/store.ts';
import {
  insertSite,
  raiseRevision,
  type SiteSetting,
  selectRevisions,
  selectSite,
  updateSite,
} from './store.ts';

/** The audit entry of a change; `about` adds what is known once it is done. */
export interface Change<T> {
  readonly siteId: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectId?: string;
  readonly details?: unknown;
  readonly about?: (done: T) => Partial<Pick<AuditEntry, 'subject' | 'subjectId' | 'details'>>;
}

/**
 * Runs a change of a site's configuration: rows, audit entry, revision and notification in one
 * transaction; then this node has caught up with it. `work` is given the new revision.
 */
export async function changeSite<T>(
  ctx: Context,
  { about, ...change }: Change<T>,
  work: (tx: Db, revision: number) => Promise<T>,
): Promise<T> {
  const inTransaction = async (tx: Db) => {
    const revision = await raiseRevision(tx, change.siteId);
    const done = await work(tx, revision);
    await insertAudit(tx, { ...change, ...about?.(done), at: new Date(ctx.now()) });
    return done;
  };
  if (ctx.db.isTransaction) return inTransaction(ctx.db);
  const result = await ctx.db.transaction().execute(inTransaction);
  await caughtUp(ctx);
  return result;
}

class NotKept<T> {
  readonly made: T;

  constructor(made: T) {
    this.made = made;
  }
}

/**
 * Runs several changes as one: all are made or, where one throws, none. `isTrial`: none is made
 * either way, and the answer is what would have been done.
 */
export async function changeTogether<T>(
  ctx: Context,
  { isTrial }: { readonly isTrial: boolean },
  work: (within: Context) => Promise<T>,
): Promise<T> {
  try {
    const done = await ctx.db.transaction().execute(async (tx) => {
      const made = await work({ ...ctx, db: tx });
      if (isTrial) throw new NotKept(made);
      return made;
    });
    await caughtUp(ctx);
    return done;
  } catch (error) {
    if (error instanceof NotKept) return error.made as T;
    throw error;
  }
}

/** The change is made, whatever happens now: the next poll catches up if need be. */
async function caughtUp(ctx: Context): Promise<void> {
  await acrossSites(() => ctx.snapshots.catchUp()).catch((error) => {
    ctx.log.warn({ err: error }, 'a change was made that this node could not take up at once');
  });
}

/** Names that the console's addresses use in a site's place. */
const takenAddresses = ['api', 'account', 'invitation', 'sign-in'];

/**
 * Creates a site with every feature on. Names are 1 to 50 lower-case letters, digits and hyphens.
 * Throws `invalid_request` or `conflict`.
 */
export async function createSite(
  ctx: Context,
  site: { name: string; vertical?: string; settings?: Record<string, unknown> },
  actor: string,
): Promise<{ id: number; name: string; vertical: Vertical }> {
  const { name, settings = {} } = site;
  const vertical = verticals.find((known) => known === (site.vertical ?? 'E-commerce'));
  if (!/^[a-z0-9][a-z0-9-]{0,49}$/.test(name)) {
    throw new ApiError('invalid_request', 'A site name is lower-case letters, digits and hyphens.');
  }
  if (takenAddresses.includes(name)) {
    throw new ApiError('invalid_request', `"${name}" is an address of the console; take another.`);
  }
  if (!vertical) {
    throw new ApiError('invalid_request', `The vertical is one of ${verticals.join(', ')}.`);
  }
  refuseInvalid(checkSettings(settings));
  const id = await ctx.db.transaction().execute(async (tx) => {
    const at = new Date(ctx.now());
    const made = await insertSite(
      tx,
      {
        name,
        vertical,
        features: [...features],
        settings,
        salt: randomBytes(32),
        identitySecret: ctx.secrets.encrypt(randomBytes(32), `identity ${name}`),
      },
      at,
    );
    if (made === undefined) throw new ApiError('conflict', `There is a site "${name}" already.`);
    await insertSigningKey(tx, made, newSigningKey(ctx.secrets, { name }, [], at));
    const details = changesBetween(
      undefined,
      shownOf({ vertical, features: [...features], settings }),
    );
    await insertAudit(tx, {
      siteId: made,
      at,
      actor,
      action: 'site.create',
      subject: name,
      details,
    });
    await raiseRevision(tx, made);
    return made;
  });
  await caughtUp(ctx);
  return { id, name, vertical };
}

/** The id of a site by its name. Throws `not_found`, naming the sites that there are. */
export async function findSite(ctx: Context, name: string): Promise<number> {
  const sites = await selectRevisions(ctx.db);
  const site = sites.find((candidate) => candidate.name === name);
  if (site) return site.id;
  const known = sites.map((each) => each.name).join(', ');
  const remedy = known ? `Sites: ${known}.` : 'Make one: attune site create, or attune start.';
  throw new ApiError('not_found', `There is no site "${name}". ${remedy}`);
}

/** What of a site is to be changed; the rest stays. */
export interface WantedSettings {
  /** A setting of null returns to its default. */
  readonly settings?: Record<string, unknown> | undefined;
  readonly vertical?: Vertical | undefined;
  /** Those that are on. */
  readonly features?: readonly string[] | undefined;
}

/**
 * Changes some settings, the vertical, or the features that are on. Permissions that the site no
 * longer offers are of no use from then on; the keys that hold them stay as they are. Throws
 * `invalid_request` with every error.
 */
export async function changeSettings(
  ctx: Context,
  siteId: number,
  { settings = {}, ...wanted }: WantedSettings,
  actor: string,
): Promise<Record<string, unknown>> {
  const change = {
    ...{ siteId, actor, action: 'site.change', subject: 'settings' },
    about: changed,
  };
  const { after } = await changeSite(ctx, change, async (tx) => {
    const before = await selectSite(tx, siteId);
    if (!before) throw new ApiError('not_found', 'The site is gone.');
    const merged = mergeSettings(before.settings, settings);
    refuseInvalid(checkSettings(merged));
    const kind = {
      vertical: wanted.vertical ?? before.vertical,
      features: wanted.features ? readFeatures(wanted.features) : before.features,
    };
    const after = { ...kind, settings: merged };
    await updateSite(tx, siteId, after);
    return { before, after };
  });
  return after.settings;
}

const changed = ({ before, after }: { before: SiteSetting; after: SiteSetting }) => ({
  details: changesBetween(shownOf(before), shownOf(after)),
});

/** What can be set of a site, with the defaults in it. */
function shownOf({ vertical, features, settings }: SiteSetting) {
  return { vertical, features, ...completeSettings(settings) };
}

function readFeatures(names: readonly string[]): Feature[] {
  const unknown = names.find((name) => !features.includes(name as Feature));
  if (unknown === undefined) return names as Feature[];
  throw new ApiError('invalid_request', `"${unknown}" is not a feature: ${features.join(', ')}.`);
}

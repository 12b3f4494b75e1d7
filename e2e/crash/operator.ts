// The operator beside the server: what the command line does, without a process for each command.

import type { Permission } from '@attune/contract';
import { readConfig } from '../../packages/server/src/config.ts';
import { createKey, deleteKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { createSite } from '../../packages/server/src/features/configuration/sites/index.ts';
import {
  countInbox,
  rebuildProfiles,
} from '../../packages/server/src/features/events/collect/index.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { openResources, type Resources } from '../../packages/server/src/resources.ts';
import type { Environment } from '../support/attune.ts';

const site = 'crash';
const actor = 'crash harness';

export interface OperatorPlace {
  /** For files of the operator's own; no server uses it. */
  readonly folder: string;
  readonly secret: string;
  /** Settings beside those. */
  readonly env?: Environment | undefined;
}

/** Works on whatever database a URL names at the moment. */
export function openOperator(place: OperatorPlace, databaseUrl: () => string) {
  let opened: { readonly url: string; readonly resources: Promise<Resources> } | undefined;

  /** The database's socket may be elsewhere after a crash. */
  async function resources(): Promise<Resources> {
    const url = databaseUrl();
    if (opened?.url !== url) {
      await close();
      const config = readConfig({
        ...place.env,
        ...{ DATA_DIR: place.folder, DATABASE_URL: url, SECRET_KEY: place.secret },
      });
      const resources = openResources(config, createLog('silent'), { role: 'command' });
      opened = { url, resources };
      resources.catch(() => {
        opened = undefined;
      });
    }
    return opened!.resources;
  }

  async function close(): Promise<void> {
    const last = opened;
    opened = undefined;
    await last?.resources.then((one) => one.close()).catch(() => undefined);
  }

  const snapshot = async () => {
    const { ctx } = await resources();
    const found = ctx.snapshots.siteByName(site);
    if (!found) throw new Error('the site of the harness is gone');
    return { ctx, found };
  };

  return {
    close,
    /** Makes the site, which keeps events of days long ago; its id. */
    async createSite(): Promise<number> {
      const { ctx } = await resources();
      const settings = { retentionDays: 3_650 };
      return (await createSite(ctx, { name: site, vertical: 'Other', settings }, actor)).id;
    },
    async createKey(name: string, permissions: readonly Permission[] = ['serve']) {
      const { ctx, found } = await snapshot();
      return createKey(ctx, found, { name, source: 'Server-side', permissions }, actor);
    },
    async deleteKey(id: number): Promise<void> {
      const { ctx, found } = await snapshot();
      await deleteKey(ctx, found.site.id, id, actor);
    },
    /** Users whose profiles were not what their events say. */
    async rebuild(userIds: readonly string[]): Promise<readonly string[]> {
      const { ctx, found } = await snapshot();
      return rebuildProfiles(ctx, found.site.id, userIds);
    },
    /** How much of what was accepted up to now waits for a worker. */
    async waiting(): Promise<number> {
      const { ctx } = await resources();
      return countInbox(ctx.db, await ctx.inbox.mark());
    },
    database: async () => (await resources()).database.pool,
  };
}

export type Operator = ReturnType<typeof openOperator>;

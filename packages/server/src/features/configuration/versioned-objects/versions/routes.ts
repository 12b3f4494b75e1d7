// The routes of what versioned objects of any kind were.
import type { Endpoint } from '@attune/contract';
import type { Context } from '../../../../context.ts';
import { type ManageCall, type ManageRoute, manageRoute } from '../../../../http/manage-route.ts';
import type { Reply } from '../../../../http/route.ts';
import type { ObjectRow } from '../store.ts';
import type { ObjectKind } from '../versioned-objects.ts';
import type { VersionRow } from './store.ts';
import { compareVersions, inputOf, listVersions, readVersion, restoreVersion } from './versions.ts';

type ManageEndpoint = Endpoint & { readonly permission: 'manage' };

interface Endpoints {
  readonly list: ManageEndpoint;
  readonly read: ManageEndpoint;
  readonly compare: ManageEndpoint;
  readonly restore: ManageEndpoint;
}

/** How a kind answers. */
interface Answering {
  /** The answer to a change. */
  readonly changed: (siteId: number, row: ObjectRow) => Promise<Reply>;
  /** What else there is to say of versions of one object, by version. */
  readonly about?: (siteId: number, id: number) => Promise<ReadonlyMap<number, object>>;
}

/** Routes of a kind's versions. */
export function historyRoutes<Input>(
  ctx: Context,
  endpoints: Endpoints,
  of: ObjectKind<Input>,
  { changed, about }: Answering,
): ManageRoute[] {
  type HistoryCall = ManageCall<Endpoint> & {
    readonly params: { readonly id: string; readonly version: string };
    readonly query: { readonly cursor?: string; readonly limit?: string; readonly from?: string };
    readonly body: { readonly version: number };
  };
  const on = (endpoint: ManageEndpoint, handle: (call: HistoryCall) => Promise<Reply>) =>
    manageRoute(endpoint, (call) => handle(call as unknown as HistoryCall));
  return [
    on(endpoints.list, async ({ who: { siteId }, params, query }) => {
      const id = Number(params.id);
      const { versions, next } = await listVersions(ctx, siteId, of, id, query);
      const more = await about?.(siteId, id);
      const items = versions.map((row) => ({ ...shown(row), ...more?.get(row.version) }));
      return { status: 200, body: { items, next } };
    }),
    on(endpoints.read, async ({ who: { siteId }, params }) => {
      const row = await readVersion(ctx, siteId, of, Number(params.id), Number(params.version));
      return { status: 200, body: { ...shown(row), body: inputOf(of, row.body) } };
    }),
    on(endpoints.compare, async ({ who: { siteId }, params, query }) => {
      const to = Number(params.version);
      const from = Number(query.from ?? to - 1);
      const between = { from, to };
      const differences = await compareVersions(ctx, siteId, of, Number(params.id), between);
      return { status: 200, body: { ...between, differences } };
    }),
    on(endpoints.restore, async ({ who, params, headers, body }) => {
      const target = { id: Number(params.id), ifMatch: headers['if-match'] };
      return changed(who.siteId, await restoreVersion(ctx, who, of, target, body.version));
    }),
  ];
}

function shown({ version, at, actor, action }: Omit<VersionRow, 'body'>) {
  return { version, at: at.toISOString(), by: actor, action };
}

// The five routes of any kind of versioned object.
import type { Endpoint } from '@attune/contract';
import type { Context, Who } from '../../../context.ts';
import { type ManageCall, type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import type { Call, Reply } from '../../../http/route.ts';
import type { Filter, ObjectRow } from './store.ts';
import {
  createObject,
  etag,
  listObjects,
  type ObjectKind,
  type PageQuery,
  readObject,
  removeObject,
  replaceObject,
} from './versioned-objects.ts';

type ManageEndpoint = Endpoint & { readonly permission: 'manage' };

interface Endpoints {
  readonly list: ManageEndpoint;
  readonly create: ManageEndpoint;
  readonly read: ManageEndpoint;
  readonly replace: ManageEndpoint;
  readonly remove: ManageEndpoint;
}

/** The author of a change made with a key of another permission than to manage. */
export function whoOf({ caller }: Pick<Call<Endpoint>, 'caller'>): Who {
  return { siteId: caller.snapshot.site.id, actor: `key ${caller.key.id} (${caller.key.name})` };
}

/** An object as an answer with its version as entity tag. */
export function replyWith(status: number, row: ObjectRow, body: unknown): Reply {
  return { status, body, headers: { etag: etag(row.version) } };
}

type Show = (siteId: number, rows: readonly ObjectRow[]) => Promise<unknown[]>;

/** What a kind does otherwise than most. */
interface Ways<Input, Query> {
  /** The answer to a creation or replacement; absent: what `show` gives. */
  readonly changed?: (
    status: number,
    siteId: number,
    row: ObjectRow,
    input: Input,
  ) => Promise<Reply>;
  /** The filter of a list's query. */
  readonly filter?: (siteId: number, query: Query) => Promise<Filter>;
}

/** Routes for a kind. `show` returns the contract's form of each of some rows. */
export function versionedRoutes<Input, Query = unknown>(
  ctx: Context,
  endpoints: Endpoints,
  of: ObjectKind<Input>,
  show: Show,
  ways: Ways<Input, Query> = {},
): ManageRoute[] {
  type VersionedCall = ManageCall<Endpoint> & {
    readonly params: { readonly id: string };
    readonly query: PageQuery & Query & { readonly confirm?: string };
    readonly body: Input;
  };
  const on = (endpoint: ManageEndpoint, handle: (call: VersionedCall) => Promise<Reply>) =>
    manageRoute(endpoint, (call) => handle(call as unknown as VersionedCall));
  const target = (call: VersionedCall) => ({
    id: Number(call.params.id),
    ifMatch: call.headers['if-match'],
  });
  const one = async (status: number, siteId: number, row: ObjectRow) => {
    const [body] = await show(siteId, [row]);
    return replyWith(status, row, body);
  };
  const changed = ways.changed ?? one;
  return [
    on(endpoints.list, async ({ who: { siteId }, query }) => {
      const filter = await ways.filter?.(siteId, query);
      const { rows, next } = await listObjects(ctx, siteId, of, query, filter);
      return { status: 200, body: { items: await show(siteId, rows), next } };
    }),
    on(endpoints.create, async ({ who, body }) =>
      changed(201, who.siteId, await createObject(ctx, who, of, body), body),
    ),
    on(endpoints.read, async ({ who: { siteId }, params }) =>
      one(200, siteId, await readObject(ctx.db, siteId, of, Number(params.id))),
    ),
    on(endpoints.replace, async (call) => {
      const { who, body } = call;
      return changed(200, who.siteId, await replaceObject(ctx, who, of, target(call), body), body);
    }),
    on(endpoints.remove, async (call) => {
      const { confirm: confirmed } = call.query ?? {};
      await removeObject(ctx, call.who, of, { ...target(call), confirmed });
      return { status: 204 };
    }),
  ];
}

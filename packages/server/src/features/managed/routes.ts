// The five routes of any kind of managed object.
import type { Endpoint } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type Call, type Reply, type Route, route } from '../../http/route.ts';
import {
  createObject,
  etag,
  listObjects,
  type ObjectKind,
  readObject,
  removeObject,
  replaceObject,
  type Who,
} from './managed.ts';
import type { ObjectRow } from './store.ts';

interface Endpoints {
  readonly list: Endpoint;
  readonly create: Endpoint;
  readonly read: Endpoint;
  readonly replace: Endpoint;
  readonly remove: Endpoint;
}

/** Who makes the change, as the audit log names him. */
export function whoOf({ caller }: Pick<Call<Endpoint>, 'caller'>): Who {
  return { siteId: caller.snapshot.site.id, actor: `key ${caller.key.id} (${caller.key.name})` };
}

/** An object as an answer with its version as entity tag. */
export function replyWith(status: number, row: ObjectRow, body: unknown): Reply {
  return { status, body, headers: { etag: etag(row.version) } };
}

/** Routes for a kind. `show` gives what the contract says of one, for each of some rows. */
export function managedRoutes<Input>(
  ctx: Context,
  endpoints: Endpoints,
  of: ObjectKind<Input>,
  show: (siteId: number, rows: readonly ObjectRow[]) => Promise<unknown[]>,
): Route[] {
  type ManagedCall = Call<Endpoint> & {
    readonly params: { readonly id: string };
    readonly query: { readonly cursor?: string; readonly limit?: string };
    readonly body: Input;
  };
  const on = (endpoint: Endpoint, handle: (call: ManagedCall) => Promise<Reply>) =>
    route(endpoint, (call) => handle(call as unknown as ManagedCall));
  const target = (call: ManagedCall) => ({
    id: Number(call.params.id),
    ifMatch: call.headers['if-match'],
  });
  const one = async (status: number, siteId: number, row: ObjectRow) => {
    const [body] = await show(siteId, [row]);
    return replyWith(status, row, body);
  };
  return [
    on(endpoints.list, async (call) => {
      const { siteId } = whoOf(call);
      const { rows, next } = await listObjects(ctx, siteId, of.kind, call.query);
      return { status: 200, body: { items: await show(siteId, rows), next } };
    }),
    on(endpoints.create, async (call) => {
      const who = whoOf(call);
      return one(201, who.siteId, await createObject(ctx, who, of, call.body));
    }),
    on(endpoints.read, async (call) => {
      const { siteId } = whoOf(call);
      return one(200, siteId, await readObject(ctx.db, siteId, of, Number(call.params.id)));
    }),
    on(endpoints.replace, async (call) => {
      const who = whoOf(call);
      return one(200, who.siteId, await replaceObject(ctx, who, of, target(call), call.body));
    }),
    on(endpoints.remove, async (call) => {
      await removeObject(ctx, whoOf(call), of, target(call));
      return { status: 204 };
    }),
  ];
}

// Does what is collected come from the site's own people? By the same rules as decisions.
import type { ChooseInput } from '@attune/contract';
import type { Caller, Client, Context } from '../../../context.ts';
import { isInternalRequest } from '../../../internal-traffic.ts';
import { gather, type InMemory } from './gather.ts';

/** A request that collects, as far as it says who and where. */
interface Collecting {
  readonly caller: Pick<Caller, 'key' | 'snapshot'>;
  readonly client: Client;
  readonly body: Pick<ChooseInput, 'user' | 'context'>;
}

/** Gives the test; it waits only where an audience says who is internal, and the user is read. */
export function internalVisitors(
  ctx: Context,
  caches: InMemory,
): (collecting: Collecting) => boolean | Promise<boolean> {
  return ({ caller, client, body: { user, context } }) => {
    const { key, snapshot } = caller;
    const { internalTraffic } = snapshot.site.settings;
    if (isInternalRequest(internalTraffic, key, client, context?.device)) return true;
    if (!snapshot.internalAudience) return false;
    const request = { ...(user && { user }), ...(context && { context }) };
    const found = gather(ctx, caches, caller, client, request, []);
    return found instanceof Promise ? found.then((one) => one.isInternal) : found.isInternal;
  };
}

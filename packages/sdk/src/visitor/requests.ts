// A visitor's requests: everything that the place knows is filled in, nothing goes out too early.
import type { ChooseRequest, Chosen, Client, Sending } from '../client.ts';
import type { Failed } from '../problem.ts';
import type { Identity, Jar, Whose } from './identity.ts';
import type { Batch } from './queue.ts';

export type Context = NonNullable<ChooseRequest['context']>;
export type PageContext = NonNullable<Context['page']>;

/** Where a visitor is: in a browser's page, or in a request to a server. */
export interface Place {
  readonly jar: Jar;
  /** What the place itself knows: the address, the device. */
  readonly context: () => Context;
  readonly previewIds: readonly string[];
  /** Nothing is stored or sent before. */
  readonly ready?: Promise<void> | undefined;
  /** How choices go out, and how the rest does. */
  readonly choosing?: Sending | undefined;
  readonly collecting?: Sending | undefined;
  readonly batchMs: number;
}

/** What goes out with a page that goes. */
export interface LastWords extends Whose, Partial<Batch> {
  readonly context: Context;
}

export interface Requests {
  readonly choose: (request?: ChooseRequest) => Promise<Chosen>;
  readonly send: (batch: Batch) => Promise<Failed>;
  readonly pageview: () => Promise<Failed>;
  /** Tells that somebody takes their consent back. */
  readonly withdraw: (whose: Whose) => Promise<Failed>;
  /** Says what the page is. Returns whether it has another address than the one before. */
  readonly visit: (page?: Partial<PageContext>) => boolean;
  /** Undefined where nothing may be sent. */
  readonly lastWords: (batch: Batch) => LastWords | undefined;
}

interface Known {
  readonly context?: Context | undefined;
  readonly options?: ChooseRequest['options'];
}

/** Opens the requests of a visitor. */
export function openRequests(
  client: Client,
  place: Place,
  known: Known,
  identity: Identity,
): Requests {
  const { ready, previewIds, choosing, collecting } = place;
  let page: Partial<PageContext> = known.context?.page ?? {};
  let address = place.context().page?.location;

  function context(): Context & { page: PageContext } {
    const here = place.context();
    return { ...here, ...known.context, page: { type: 'OTHER', ...here.page, ...page } };
  }
  /** Sends once it may be sent; resolves with `otherwise` where it may not. */
  async function when<T>(
    otherwise: T,
    send: (whose: Whose) => Promise<T>,
    who = identity.whose,
  ): Promise<T> {
    if (ready) await ready;
    const whose = who();
    return whose ? send(whose) : otherwise;
  }

  return {
    choose: (request = {}) => {
      const send = (whose: Whose) => {
        const { selector } = request;
        const preview = previewIds.length > 0 && { preview: { ids: [...previewIds] } };
        const options = { returnAnalyticsMetadata: true, ...known.options, ...request.options };
        const filled = { ...whose, context: context(), ...request, options };
        return client.choose(
          selector ? { ...filled, selector: { ...preview, ...selector } } : filled,
          choosing,
        );
      };
      return when<Chosen>({ choices: [], cookies: [] }, send, identity.chooser);
    },
    withdraw: (whose) => client.pageview({ ...whose, context: context() }, collecting),
    send: ({ events, engagements }) =>
      when<Failed>({}, async (whose) => {
        const sent: Promise<Failed>[] = [];
        if (events.length > 0) {
          const body = { ...whose, context: context(), events: [...events] };
          sent.push(client.events(body, collecting));
        }
        if (engagements.length > 0) {
          sent.push(client.engagement({ ...whose, engagements: [...engagements] }, collecting));
        }
        return (await Promise.all(sent)).find(({ error }) => error) ?? {};
      }),
    pageview: () =>
      when<Failed>({}, (whose) => client.pageview({ ...whose, context: context() }, collecting)),
    visit: (at) => {
      const before = address;
      address = place.context().page?.location;
      const isOther = address !== before;
      if (at || isOther) page = at ?? {};
      return isOther;
    },
    lastWords: ({ events, engagements }) => {
      const whose = identity.whose();
      if (!whose) return undefined;
      return {
        ...{ ...whose, context: context() },
        ...(events.length > 0 && { events }),
        ...(engagements.length > 0 && { engagements }),
      };
    },
  };
}

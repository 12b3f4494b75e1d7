// The API as functions, for servers and browsers: fetch, and nothing else. What a page waits for
// never rejects unless an option says so.
import type { Answer, BodyOf } from './endpoint.ts';
import { feedCalls } from './feeds.ts';
import { newEventId } from './ids.ts';
import { AttuneError, type Failed, notAttune } from './problem.ts';
import { type ClientOptions, requestsTo, type Sent } from './request.ts';
import { tell } from './tell.ts';

export interface Person {
  readonly cuid: string;
  readonly cuidType: string;
}

/** Property -> value -> rank, 1 the strongest. */
export type Affinity = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type ChooseRequest = BodyOf<'choose'>;
export type Chosen = Answer<'choose'> & Failed;
export type Choice = Answer<'choose'>['choices'][number];
export type AttuneEvent = BodyOf<'collectEvents'>['events'][number];
export type Engagement = BodyOf<'collectEngagement'>['engagements'][number];

/** How one call goes out. */
export type Sending = Pick<Sent, 'headers' | 'signal' | 'keepalive' | 'timeoutMs'>;

export interface Client extends ReturnType<typeof createClient> {}

const pageMs = 1_000;
const collectMs = 10_000;

/** Without a listener, the console has the first failure of each kind. */
function warnOnce(): (error: AttuneError) => void {
  const warned = new Set<string>();
  return (error) => {
    const { code } = error.problem;
    if (!warned.has(code)) console.warn(`Attune: ${error.message}`);
    warned.add(code);
  };
}

/** Makes a client of one site's key. */
export function createClient(options: ClientOptions) {
  const { timeoutMs = pageMs, throwOnError = false } = options;
  const { onError = throwOnError ? undefined : warnOnce() } = options;
  const call = requestsTo(options);

  /** Tells a failure, and answers with it instead of rejecting. */
  async function safely<T>(work: Promise<T>, otherwise: (error: AttuneError) => T): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof AttuneError)) throw error;
      tell(onError, error);
      if (throwOnError) throw error;
      return otherwise(error);
    }
  }
  const collect = (what: string, body: object, sending: Sending, isIdempotent: boolean) =>
    safely<Failed>(
      call('POST', `/v2/collect/user/${what}`, {
        ...{ timeoutMs: collectMs, isIdempotent, body },
        ...sending,
      }).then(() => ({})),
      (error) => ({ error }),
    );

  return {
    /** Any endpoint; `@attune/sdk/endpoints` has each of them as a typed function. Rejects. */
    request: call,

    /** Chooses what a user sees. Where that fails, there are no choices, and `error` says why. */
    choose: (request: ChooseRequest, sending: Sending = {}): Promise<Chosen> =>
      safely<Chosen>(
        call<Chosen>('POST', '/v2/serve/user/choose', {
          // A pageview counts each time that it arrives.
          isIdempotent: !!request.selector && !request.options?.isImplicitPageview,
          ...{ timeoutMs, body: request, ...sending },
        }).then(asChosen),
        (error) => ({ choices: [], cookies: [], error }),
      ),
    /** Resolves when the pageview is durable, as the next two do. */
    pageview: (request: BodyOf<'collectPageview'>, sending: Sending = {}) =>
      collect('pageview', request, sending, false),
    /** An event without an `eventId` is given one: it counts once, however often it is sent. */
    events: (request: BodyOf<'collectEvents'>, sending: Sending = {}) =>
      collect('event', { ...request, events: request.events.map(withId) }, sending, true),
    engagement: (request: BodyOf<'collectEngagement'>, sending: Sending = {}) =>
      collect('engagement', request, sending, true),

    /** A person's affinity; undefined where nothing is known, or it could not be read in time. */
    affinity: ({ cuid, cuidType }: Person): Promise<Affinity | undefined> => {
      const query = { cuid, cuidType, affinity: 'true' };
      const read = call<{ affinity?: Affinity }>('GET', '/v2/userprofile', { query, timeoutMs });
      return safely<Affinity | undefined>(
        read.then((profile) => profile?.affinity),
        () => undefined,
      );
    },
    /** Rejects when it fails. */
    eraseUser: ({ cuid, cuidType }: Person) =>
      call<Answer<'eraseProfile'>>('DELETE', '/v2/userprofile', { query: { cuid, cuidType } }),

    ...feedCalls(call),
  };
}

/** Something else may answer JSON, or nothing, with 200. */
function asChosen(answer: Chosen | undefined): Chosen {
  if (Array.isArray(answer?.choices)) return answer;
  throw notAttune('Choose was answered without choices', JSON.stringify(answer) ?? '', 200);
}

/** The event with an id of its own; what is no object is left for the service to refuse. */
export function withId(event: AttuneEvent): AttuneEvent {
  if (typeof event !== 'object' || event === null) return event;
  return { eventId: newEventId(), ...event };
}

// Shows collected events to teammates who watch the site: does an event count, and if not, why?
import { eventTypes, type UserInput } from '@attune/contract';
import { type Event, nearestName, statementsOf } from '@attune/core';
import type { Caller, Context } from '../../../context.ts';
import type { LiveEvent, PreferenceSignal } from '../../../log/live.ts';
import type { PassedOver } from '../../../passed-over.ts';
import { readUser } from '../../people/identity/index.ts';
import type { Entry } from './entry.ts';

const mostSignals = 10;

/** A request that was accepted. */
interface Collected {
  readonly caller: Caller;
  readonly traceId: string;
  readonly body: { readonly user?: UserInput };
  readonly passedOver: readonly PassedOver[];
}

/** Shows what was collected on a watched site; `names` are of all events of the request. */
export function showEvents(
  { live }: Pick<Context, 'live'>,
  { caller: { key, snapshot }, traceId, body, passedOver }: Collected,
  entries: readonly Entry[],
  names: readonly string[],
): void {
  const user = readUser(snapshot, key, body.user, []);
  const from = { kind: 'event', key: key.name, traceId } as const;
  const show = (name: string, verdict: Verdict, userId?: string) =>
    live.note(snapshot.site.id, { ...from, name, userId, ...verdict });
  const isBot = passedOver.some(({ code }) => code === 'bot');
  const why = isBot ? aBot : user.consents ? undefined : noConsent(user.consent);
  if (why !== undefined) for (const name of names) show(name, refused(why));
  for (const { event, identifiers, person } of entries) {
    const isNobody = identifiers.length === 0 && person === undefined && user.device === undefined;
    const isUnproved = user.isUnverified && identifiers.length === 0;
    const found = verdictOn(event);
    const verdict = event.isInternal ? { ...found, why: ownPeople + found.why } : found;
    const userId = person ?? user.device;
    if (verdict.taste.length === 0) show(event.name, verdict, userId);
    else if (isUnproved && isNobody) show(event.name, refused(`${unproved}, and no device`));
    else if (isNobody) show(event.name, refused(nobody));
    else if (isUnproved) {
      show(event.name, { ...verdict, why: `${unproved}: for the device alone` }, userId);
    } else show(event.name, verdict, userId);
  }
}

const noConsent = (consent: boolean | undefined) =>
  consent === false
    ? 'no consent: user.active_consent_accepted is false; nothing is kept, and what was is erased'
    : 'no consent: the site requires it, and user.active_consent_accepted is not true; nothing is kept';
const ownPeople = 'internal traffic: it is in no report; ';
const aBot = 'a bot, by its user agent: nothing of it counts';
const unproved = 'user unverified: a cuid from a Client-side key needs its user.token';
const nobody = 'no user: neither a cuid nor a device is named, so it is of somebody new';

function meant(type: string): string {
  const name = nearestName(type, Object.keys(eventTypes));
  return name === undefined ? '' : `. Did you mean ${name}?`;
}

type Verdict = Pick<LiveEvent, 'taste' | 'isUsed' | 'why'>;

const refused = (why: string): Verdict => ({ taste: [], isUsed: false, why });

function verdictOn(event: Event): Verdict {
  const taste = statementsOf(event).flatMap((observation): PreferenceSignal[] => {
    const { signal } = observation;
    if ('sku' in observation) return [{ signal, sku: observation.sku }];
    return [...observation.values.keys()].map((property) => ({ signal, property }));
  });
  if (taste.length > 0) {
    return { taste: taste.slice(0, mostSignals), isUsed: undefined, why: '' };
  }
  return wordless(event);
}

/** Of an event that has no preference signal by itself. */
function wordless(event: Event): Verdict {
  const { kind } = event;
  switch (kind) {
    case 'pageview':
      return refused(
        event.page.type === 'PRODUCT'
          ? 'the page names no product: context.data holds its sku'
          : `not a signal: a page of type ${event.page.type} shows no preference`,
      );
    case 'add-to-cart':
    case 'remove-from-cart':
    case 'purchase':
      return refused('no product in it has a quantity above 0');
    case 'refund':
      if (event.cart) return refused('no product in it has a quantity above 0');
      if (event.value !== undefined) return refused('not a signal: a value alone names no product');
      return {
        ...refused('takes back what its purchase counted, once that is known'),
        isUsed: null,
      };
    case 'sync-cart':
      return refused('not a signal: add-to-cart and remove-from-cart count, not the whole cart');
    case 'exposure':
    case 'click':
    case 'impression':
      return refused('not a signal: reports count it');
    case 'unrecognised':
      return refused(`no known type, and counts as nothing: ${event.type}${meant(event.type)}`);
    case 'custom':
      return refused('not a signal: an event without a known svcType shows no preference');
    default:
      return refused(`not a signal: ${kind} shows no preference`);
  }
}

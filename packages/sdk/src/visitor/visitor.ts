// A visitor, of a browser's page or of a server's request: their choices, events and clicks.
import {
  type AttuneEvent,
  type ChooseRequest,
  type Chosen,
  type Client,
  type Engagement,
  withId,
} from '../client.ts';
import type { Failed } from '../problem.ts';
import { tell } from '../tell.ts';
import { type Experience, type Exposure, exposureOf, withFallback } from './experience.ts';
import { type KnownPerson, openIdentity } from './identity.ts';
import { openPage, type Page } from './page.ts';
import { type Batch, openQueue } from './queue.ts';
import { type LastWords, openRequests, type PageContext, type Place } from './requests.ts';

export interface VisitorOptions {
  /** A person who is signed in. */
  readonly person?: KnownPerson | undefined;
  /** What your code knows of the page, the device or the cart; the rest is filled in. */
  readonly context?: ChooseRequest['context'];
  /** Options of every choice, such as `recsProductData`. */
  readonly options?: ChooseRequest['options'];
  /** `false`: nothing is stored or sent before `setConsent(true)`. Absent: no such wait. */
  readonly consent?: boolean | undefined;
  /** Without consent, requests what campaigns give that serve without: no id is sent or stored. */
  readonly choosesWithoutConsent?: boolean | undefined;
  /** Is called once for each decision that gives the visitor a variation. */
  readonly onExposure?: ((exposure: Exposure) => void) | undefined;
  /** How long events wait for others to go with, in a page. Default 1,000. */
  readonly batchMs?: number | undefined;
}

export interface Visitor extends Pick<Page, 'peek' | 'subscribe'> {
  /** What to show at a selector: the fallback in a control group, and where there is no answer. */
  readonly experience: <T>(selector: string, fallback: T) => Promise<Experience<T>>;
  /** The same for several selectors, in one request. */
  readonly experiences: <F extends Readonly<Record<string, unknown>>>(
    fallbacks: F,
  ) => Promise<{ readonly [Selector in keyof F]: Experience<F[Selector]> }>;
  /** Choose in all its forms, with this visitor filled in. */
  readonly choose: (request?: ChooseRequest) => Promise<Chosen>;
  /** Reports a pageview. At another address than before, everything is chosen again. */
  readonly pageview: (page?: Partial<PageContext>) => Promise<Failed>;
  /** Reports events, soon, together with others. */
  readonly track: (...events: readonly AttuneEvent[]) => void;
  /** Reports clicks and impressions, soon. */
  readonly engage: (...engagements: readonly Engagement[]) => void;
  /** Reports a click on what an experience shows, or on one slot of it. */
  readonly click: (clicked: Experience | { readonly slotId: string }) => void;
  /** From now on the visitor is this person; without one, they are signed out. */
  readonly identify: (person?: KnownPerson) => void;
  /**
   * Given, all is chosen again. Taken back, the ids are deleted, what waits is dropped, and the
   * service erases what it has stored: resolves once it knows.
   */
  readonly setConsent: (isGiven: boolean) => Promise<Failed>;
  /** Sends what waits, now. */
  readonly flush: () => Promise<Failed>;
  /** Takes over what a server has chosen for this page. */
  readonly preload: (experiences: Readonly<Record<string, Experience>>) => void;
}

/** A visitor whose last events somebody sees to when the page goes. */
export interface LeavingVisitor extends Visitor {
  /** Takes out what still waits, with whose it is; undefined when nothing does. */
  readonly takeLast: () => LastWords | undefined;
}

/** Browsers let 64 KiB outlive a page. */
const mostAtLast = 25;

/** Opens a visitor at a place. */
export function openVisitor(client: Client, place: Place, options: VisitorOptions): LeavingVisitor {
  const identity = openIdentity(place.jar, options);
  const requests = openRequests(client, place, options, identity);
  const queue = openQueue(requests.send, options.batchMs ?? place.batchMs);
  const page = openPage(
    (names) => requests.choose({ selector: { names: [...names] } }),
    onceEach(options.onExposure),
  );
  const add = (batch: Partial<Batch>) => {
    if (identity.isAllowed()) queue.add(batch);
  };
  const track: Visitor['track'] = (...events) => add({ events: events.map(withId) });
  const engage: Visitor['engage'] = (...engagements) => add({ engagements });
  const experience: Visitor['experience'] = async (selector, fallback) =>
    withFallback(await page.load(selector), fallback);

  return {
    ...{ experience, track, engage },
    ...{ choose: requests.choose, flush: queue.flush },
    ...{ peek: page.peek, subscribe: page.subscribe },
    experiences: async (fallbacks) => {
      const selectors = Object.entries(fallbacks);
      const loaded = selectors.map(async ([name, value]) => [name, await experience(name, value)]);
      return Object.fromEntries(await Promise.all(loaded));
    },
    pageview: (at) => {
      if (requests.visit(at)) page.begin();
      return requests.pageview();
    },
    click: (clicked) => {
      if ('slotId' in clicked) engage({ type: 'SLOT_CLICK', slotId: clicked.slotId });
      else if (clicked.decisionId) engage({ type: 'CLICK', decisionId: clicked.decisionId });
    },
    identify: (person) => {
      // What waits was done by who was there until now.
      queue.flushSoon();
      if (!identity.identify(person)) return;
      if (person) track(introduction(person));
      page.begin();
    },
    setConsent: (isGiven) => {
      const withdrawing = identity.setConsent(isGiven);
      if (!isGiven) queue.clear();
      page.begin();
      return withdrawing ? requests.withdraw(withdrawing) : Promise.resolve({});
    },
    preload: (experiences) => page.preload(Object.values(experiences)),
    takeLast: () => {
      const batch = queue.take(mostAtLast);
      return batch && requests.lastWords(batch);
    },
  };
}

const introduction = ({ cuid, cuidType }: KnownPerson): AttuneEvent => ({
  name: 'Identify',
  properties: { svcType: 'identify-v1', cuid, cuidType },
});

/** Tells of each decision once, however often it is shown. */
function onceEach(onExposure: VisitorOptions['onExposure']): (shown: Experience) => void {
  const credited = new Set<string>();
  return (shown) => {
    const exposure = exposureOf(shown);
    if (!exposure || credited.has(exposure.decisionId)) return;
    credited.add(exposure.decisionId);
    tell(onExposure, exposure);
  };
}

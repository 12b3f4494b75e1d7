// All kinds of events: a new one has a definition in this folder and a line in each list here.

import type { Source } from '../fields.ts';
import type { EventBase } from '../parts.ts';
import * as browsing from './browsing.ts';
import * as campaigns from './campaigns.ts';
import { type Custom, custom, type Unrecognised, unrecognised } from './custom.ts';
import type { Kind, Rename, Statement } from './kind.ts';
import * as people from './people.ts';
import { type InformAffinity, informAffinity } from './preferences.ts';
import * as shopping from './shopping.ts';

export type { Rename, Statement } from './kind.ts';

/** What was reported, as it was parsed; products are named, and not yet looked up in a feed. */
export type EventFacts =
  | browsing.Pageview
  | browsing.ProductView
  | browsing.KeywordSearch
  | browsing.FilterItems
  | browsing.SortItems
  | browsing.ChangeAttribute
  | browsing.VideoWatch
  | shopping.CartChange
  | shopping.SyncCart
  | shopping.Purchase
  | shopping.Refund
  | shopping.AddToWishlist
  | shopping.EnterPromoCode
  | people.Introduction
  | people.MessageOption
  | InformAffinity
  | campaigns.Exposure
  | campaigns.Decision
  | campaigns.Engagement
  | Custom
  | Unrecognised;

type FactsOf<Name, Facts = EventFacts> = Facts extends { readonly kind: infer Kinds }
  ? Name extends Kinds
    ? Facts
    : never
  : never;

const kinds: { readonly [Name in EventFacts['kind']]: Kind<FactsOf<Name>> } = {
  pageview: browsing.pageview,
  'product-view': browsing.productView,
  'keyword-search': browsing.keywordSearch,
  'filter-items': browsing.filterItems,
  'sort-items': browsing.sortItems,
  'change-attr': browsing.changeAttribute,
  'video-watch': browsing.videoWatch,
  'add-to-cart': shopping.addToCart,
  'remove-from-cart': shopping.removeFromCart,
  'sync-cart': shopping.syncCart,
  purchase: shopping.purchase,
  refund: shopping.refund,
  'add-to-wishlist': shopping.addToWishlist,
  'enter-promo-code': shopping.enterPromoCode,
  identify: people.identify,
  login: people.login,
  signup: people.signup,
  'newsletter-subscription': people.newsletterSubscription,
  'message-optin': people.messageOptin,
  'message-optout': people.messageOptout,
  'inform-affinity': informAffinity,
  exposure: campaigns.exposure,
  decision: campaigns.decision,
  click: campaigns.click,
  impression: campaigns.impression,
  custom,
  unrecognised,
};

const names = Object.keys(kinds) as EventFacts['kind'][];

/** By `properties.svcType` of the wire, what reads the properties of such an event. */
export const readersByType: ReadonlyMap<string, (properties: Source) => EventFacts> = new Map(
  names.flatMap((name) => {
    const { read } = kinds[name];
    return read === null ? [] : [[`${name}-v1`, read] as const];
  }),
);

/** The kinds of events that conditions may count, in code-point order. */
export const activityKinds: readonly string[] = names
  .filter((name) => kinds[name].isActivity)
  .sort();

export const isWholeRefund = shopping.isWholeRefund;
/** As in `shopping.ts`. */
export const priced = shopping.priced;

const kindOf = <Facts extends EventFacts>({ kind }: Facts) => kinds[kind] as unknown as Kind<Facts>;

/** What an event says of affinity, its products not looked up yet; none: it is no signal. */
export const statementsOf = (event: EventFacts): readonly Statement[] =>
  kindOf(event).statements(event);

/** What an event is about: its products, its page, its campaign. '' where the name says it all. */
export const aboutEvent = (event: EventFacts): string => kindOf(event).about(event);

/**
 * What reports still count of an event once its person is erased; undefined: nothing is kept.
 * `rename` gives transactions names that lead to no person.
 */
export function anonymisedFacts(
  event: EventBase & EventFacts,
  rename: Rename,
): (Pick<EventBase, 'name'> & EventFacts) | undefined {
  return kindOf(event).anonymised?.(event, rename);
}

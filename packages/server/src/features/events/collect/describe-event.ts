// An event in a few words, for a list of them. Names of people are not among the words.
import type { CartLine, Event } from '@attune/core';

const longest = 200;
const linesNamed = 3;

/** What an event is about: its products, its page, its campaign. '' where the name says it all. */
export function describeEvent(event: Event): string {
  const words = aboutOf(event);
  return words.length <= longest ? words : `${words.slice(0, longest).toWellFormed()}…`;
}

function aboutOf(event: Event): string {
  switch (event.kind) {
    case 'pageview':
      return joined([event.page.type, event.sku, pathOf(event.page.location)]);
    case 'product-view':
    case 'add-to-wishlist':
      return event.sku;
    case 'add-to-cart':
    case 'remove-from-cart':
      return cartOf([event]);
    case 'sync-cart':
      return joined([cartOf(event.cart), moneyOf(event)]);
    case 'purchase':
    case 'refund':
      return joined([cartOf(event.cart ?? []), moneyOf(event), event.transactionId]);
    case 'keyword-search':
      return event.keywords;
    case 'filter-items':
    case 'change-attr':
      return `${event.property}: ${event.value}`;
    case 'sort-items':
      return `${event.sortBy} ${event.order}`;
    case 'inform-affinity':
      return event.data
        .map(({ property, values }) => `${property}: ${values.join(', ')}`)
        .join('; ');
    case 'identify':
    case 'login':
    case 'signup':
    case 'newsletter-subscription':
      return joined(event.identifiers.map(({ type }) => type));
    case 'video-watch':
      return joined([event.itemId, event.progress]);
    case 'enter-promo-code':
      return event.code;
    case 'message-optin':
    case 'message-optout':
      return event.channel;
    case 'custom':
      return joined(Object.keys(event.properties));
    case 'decision':
      return `${event.decided.length} decisions without an exposure`;
    case 'exposure':
    case 'click':
    case 'impression':
      return `campaign ${event.campaignId}, variation ${event.variationId}`;
  }
}

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');

function cartOf(lines: readonly CartLine[]): string {
  const named = lines.slice(0, linesNamed).map(({ sku, quantity }) => `${quantity} × ${sku}`);
  const left = lines.length - named.length;
  return joined([...named, left > 0 ? `and ${left} more` : undefined]);
}

function moneyOf({ value, currency }: { value?: number; currency?: string }): string | undefined {
  return value === undefined ? undefined : joined([`${value}${currency ? ` ${currency}` : ''}`]);
}

/** An address without what follows its path, which is long and may hold secrets. */
function pathOf(location: string | undefined): string | undefined {
  return location?.split('?')[0]?.split('#')[0];
}

// The larger texts of the page Affinity, and what its signals are called.

export const help = {
  ranges:
    'Group numbers such as prices into ranges, either of equal interest (recalculated hourly) or with your own limits.',
  halfLife:
    'After this many days a signal counts half as much. Short values follow moods, long ones remember lasting tastes.',
  muted:
    'Leave values that say nothing about taste, such as “Sale”, out of all profiles. You can unmute them at any time.',
  page: 'How Attune learns what each visitor likes. Changes also apply to past activity, and you see their effect before you save.',
  properties: 'Feed columns, such as category or color, that profiles learn from.',
  ranking: 'How scores become ranks, so that what everyone likes does not top every profile.',
  popularity:
    '0 ranks by a visitor’s own scores. 1 divides them by how popular each value is on the site.',
  visit:
    'Views, adds to cart and purchases of the current visit count at once. Targeting can use them as session.affinity.',
  visitShare: '0 uses only the long-term profile. 1 uses only this visit, once it has activity.',
  weights: 'How much each action adds to a score, from −100 to 100. 0 ignores it.',
  effect: 'Real profiles with the saved settings and with the settings on this page.',
  siteAverage:
    'How many average profiles are mixed into each visitor’s own. 0 uses only their own; empty uses the learned value.',
} as const;

export const signalLabels: Readonly<Record<string, string>> = {
  view: 'Product view',
  wishlist: 'Add to wishlist',
  filter: 'Filter',
  'add-to-cart': 'Add to cart',
  inform: 'Stated preference',
  purchase: 'Purchase',
  'remove-from-cart': 'Remove from cart',
  refund: 'Refund',
  dislike: 'Dislike',
};

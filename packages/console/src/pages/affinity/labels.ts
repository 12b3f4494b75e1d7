// What the signals of affinity are called.

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

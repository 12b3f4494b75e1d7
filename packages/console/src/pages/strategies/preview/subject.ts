// The user and page that a strategy is previewed for, and the request for it.
import type { PreviewStrategyInput } from '@attune/contract';

export interface Subject {
  /** '': a new user; `user id`; else the type of a cuid. */
  readonly userKind: string;
  readonly user: string;
  /** The sku of the page's item; '': a page of another kind. */
  readonly page: string;
  readonly cart: readonly string[];
  readonly locale: string;
  readonly slots: number;
}

export const byId = 'user id';

export const nobody: Subject = {
  userKind: '',
  user: '',
  page: '',
  cart: [],
  locale: '',
  slots: 8,
};

/** What a preview shows of an item. */
const fields = ['name', 'price', 'currency', 'image_url', 'url', 'brand', 'categories'];

type Asked = Pick<
  PreviewStrategyInput,
  'strategy' | 'strategyId' | 'rules' | 'pins' | 'realtimeRules'
>;

export function previewOf(asked: Asked, subject: Subject): PreviewStrategyInput {
  const { userKind, user, page, cart, locale, slots } = subject;
  const isSomebody = userKind !== '' && user.trim() !== '';
  const name = user.trim();
  return {
    ...asked,
    slots,
    fieldFilter: fields,
    ...(isSomebody && {
      user: userKind === byId ? { id: name } : { cuid: name, cuidType: userKind },
    }),
    context: {
      page: {
        ...(page ? { type: 'PRODUCT', data: [page] } : { type: 'OTHER' }),
        ...(locale && { locale }),
      },
      ...(cart.length > 0 && { cart: cart.map((productId) => ({ productId, quantity: 1 })) }),
    },
  };
}

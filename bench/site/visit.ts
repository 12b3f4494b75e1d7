// What one visitor of the shop does: six pages, and for some a product in the cart and a purchase.
import { type EventKind, pagesOfVisitor, type ShopProduct } from './plan.ts';

/** One of so many visitors puts a product in the cart, and one of so many buys it as well. */
const oneInCart = 10;
const oneBuys = 30;

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
];
const shop = 'https://demo.shop.example';

export interface Visitor {
  readonly number: number;
  /** Pages that were asked for. */
  pages: number;
  /** As the answers' cookies had them; empty until the first answer. */
  user: string;
  session: string;
}

/** A request's path and JSON body, and the event that the product records of it. */
export interface ShopRequest {
  readonly path: string;
  readonly body: object;
  readonly event: EventKind;
}

/** A visitor before the first page. */
export function newVisitor(number: number): Visitor {
  return { number, pages: 0, user: '', session: '' };
}

/** The request of a visitor's next page. */
export function pageRequest(visitor: Visitor, products: readonly ShopProduct[]): ShopRequest {
  const { number, pages, user, session } = visitor;
  const body = {
    user: user === '' ? {} : { svcid_server: user },
    ...(session !== '' && { session: { svc: session } }),
    context: {
      page: pageOf(number, pages, products),
      device: { userAgent: agents[number % agents.length] },
      ...(hasCart(number, pages) && { cart: [cartLine(productOf(number, 4, products))] }),
    },
    selector: { names: ['home-hero', 'for-you'] },
    options: { isImplicitPageview: true },
  };
  return { path: '/v2/serve/user/choose', body, event: 'pageview' };
}

/** What a visitor reports behind the page that was answered last; mostly nothing. */
export function eventRequest(
  visitor: Visitor,
  products: readonly ShopProduct[],
): ShopRequest | undefined {
  const { number, pages, user, session } = visitor;
  const product = productOf(number, 4, products);
  const line = cartLine(product);
  const isAdding = pages === 5 && number % oneInCart === 0;
  const isBuying = pages === pagesOfVisitor && number % oneBuys === 0;
  if (!isAdding && !isBuying) return undefined;
  const money = { value: product.price, currency: 'USD' };
  const event = isAdding
    ? { name: 'Add to cart', properties: { svcType: 'add-to-cart-v1', ...line, ...money } }
    : {
        name: 'Purchase',
        properties: {
          svcType: 'purchase-v1',
          uniqueTransactionId: `bench-${number}`,
          ...money,
          cart: [line],
        },
      };
  const body = { user: { svcid_server: user }, session: { svc: session }, events: [event] };
  return {
    path: '/v2/collect/user/event',
    body,
    event: isAdding ? 'add-to-cart' : 'purchase',
  };
}

/** Home, a category, three products, and the cart or one product more. */
function pageOf(number: number, page: number, products: readonly ShopProduct[]) {
  if (page === 0) return { type: 'HOMEPAGE', location: `${shop}/` };
  const product = productOf(number, page, products);
  const { category, sku, url } = product;
  if (page === 1) {
    const location = `${shop}/${encodeURIComponent(category.toLowerCase())}`;
    return { type: 'CATEGORY', location, data: [category] };
  }
  if (hasCart(number, page)) {
    return { type: 'CART', location: `${shop}/cart`, data: [productOf(number, 4, products).sku] };
  }
  return { type: 'PRODUCT', location: url, data: [sku] };
}

const hasCart = (number: number, page: number) => page === 5 && number % oneInCart === 0;

/** Neighbours in the list are alike, as what a visitor looks at is. */
function productOf(number: number, page: number, products: readonly ShopProduct[]): ShopProduct {
  // A stride that has no divisor in common with the number of products visits all of them.
  return products[(number * 389 + page * 7) % products.length]!;
}

const cartLine = ({ sku, price }: ShopProduct) => ({
  ...{ productId: sku, quantity: 1, itemPrice: price },
});

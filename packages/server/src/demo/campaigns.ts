// What the demo site serves: a hero, an A/B test, a menu on the phone, products for each visitor.
import type {
  AudienceInput,
  CampaignFileInput,
  HoldoutInput,
  StrategyInput,
} from '@attune/contract';
import { groundOf, widePictureOf } from './pictures.ts';
import { buttonTemplate, menuTemplate } from './templates.ts';

type Experience = CampaignFileInput['experiences'][number];

const home = 'home';

const phoneAudience: AudienceInput = {
  name: 'On the phone',
  condition: { 'device.type': 'mobile' },
};

/** Answers by the affinity profile: what a visitor likes best decides, colour and department. */
const homeHero: CampaignFileInput = {
  name: 'Hero of the home page',
  selector: 'home-hero',
  template: 'Hero',
  groups: [home],
  ignoresHoldouts: true,
  type: 'custom',
  experiences: [
    heroFor('Red runners', ['Run in red', 'Shoes for long runs.'], ['RS', 'red'], {
      'affinity.categories.Running.rank': { $lte: 2 },
      'affinity.color.red.rank': { $lte: 2 },
    }),
    heroFor('Blue hikers', ['Out into the blue', 'Boots for rocks and roots.'], ['HB', 'blue'], {
      'affinity.categories.Outdoor.rank': { $lte: 2 },
      'affinity.color.blue.rank': { $lte: 2 },
    }),
    heroFor('Runners', ['Your next run', 'Jackets against wind and drizzle.'], ['RJ', 'orange'], {
      'affinity.categories.Running.rank': { $lte: 2 },
    }),
    heroFor('Hikers', ['Made for rain', 'Jackets for the worst of November.'], ['OJ', 'green'], {
      'affinity.categories.Outdoor.rank': { $lte: 2 },
    }),
    heroFor('Everybody', ['New this week', 'Backpacks for a day in the hills.'], ['BP', 'purple']),
  ],
};

function heroFor(
  name: string,
  [headline, text]: readonly [headline: string, text: string],
  [code, color]: readonly [code: string, color: string],
  targeting?: Record<string, unknown>,
): Experience {
  const data = {
    ...{ headline, text },
    image: widePictureOf({ code }, color),
    button: 'Shop now',
    link: `https://demo.shop.example/${headline.toLowerCase().replaceAll(' ', '-')}`,
    background: groundOf(color),
  };
  const payload = { type: 'CUSTOM_JSON' as const, data };
  return { name, ...(targeting && { targeting }), variations: [{ name, weight: 100, payload }] };
}

/** The test with a winner: half of all visitors see the bar, and it sells. */
const freeShippingBar: CampaignFileInput = {
  name: 'Free shipping bar',
  selector: 'free-shipping-bar',
  template: 'Message bar',
  groups: [home],
  type: 'custom',
  metrics: { primary: 'Purchases', others: ['Revenue'] },
  experiences: [
    {
      name: 'Everybody',
      variations: [
        { name: 'Control', weight: 50, payload: null },
        {
          name: 'Free shipping',
          weight: 50,
          payload: {
            type: 'CUSTOM_JSON',
            data: {
              ...{ message: 'Free shipping from 60 USD', linkText: 'How it works' },
              ...{ link: 'https://demo.shop.example/shipping', tone: 'offer', canBeClosed: true },
            },
          },
        },
      ],
    },
  ],
};

function menuFor(
  name: string,
  entries: readonly string[],
  targeting: Record<string, unknown>,
): Experience {
  const payload = { type: 'CUSTOM_JSON' as const, data: { entries } };
  return { name, targeting, variations: [{ name, weight: 100, payload }] };
}

const onThePhone = { $audience: phoneAudience.name };

/** Half of the visitors on the phone take part; a full cart brings the checkout to the front. */
const mobileMenu: CampaignFileInput = {
  name: 'Menu on the phone',
  selector: 'mobile-menu',
  template: menuTemplate.name,
  groups: ['navigation'],
  type: 'custom',
  ignoresHoldouts: true,
  traffic: 0.5,
  experiences: [
    menuFor('With a full cart', ['checkout', 'cart', 'search'], {
      ...onThePhone,
      'cart.quantity': { $gte: 1 },
    }),
    menuFor('In the evening', ['wishlist', 'new', 'search', 'cart'], {
      ...onThePhone,
      'time.hour': { $gte: 18 },
    }),
    menuFor('At any time', ['new', 'search', 'cart'], onThePhone),
  ],
};

/** What goes with what was seen, else what the visitor likes, else what is popular. */
const demoStrategy: StrategyInput = {
  name: 'For you',
  steps: [
    { method: { type: 'viewed-together' } },
    // The demo's visitors differ far more in taste than people who buy groceries.
    { method: { type: 'affinity', prior: 40 } },
    { method: { type: 'popularity', event: 'view', window: 60 } },
  ],
  filters: [{ type: 'in-stock' }, { type: 'not-on-page' }, { type: 'not-in-cart' }],
};

/** Eight products for each visitor. */
const forYou: CampaignFileInput = {
  name: 'Products for you',
  selector: 'for-you',
  template: 'Recommendations',
  groups: ['recommendations'],
  type: 'recommendations',
  ignoresHoldouts: true,
  experiences: [
    {
      name: 'Everybody',
      variations: [
        {
          ...{ name: 'For you', weight: 100 },
          payload: { strategy: demoStrategy.name, slots: 8, custom: { title: 'Picked for you' } },
        },
      ],
    },
  ],
};

/** The test that is undecided: neither button sells more. */
const checkoutButton: CampaignFileInput = {
  name: 'Checkout button',
  selector: 'checkout-button',
  template: buttonTemplate.name,
  groups: ['checkout'],
  type: 'custom',
  metrics: { primary: 'Purchases', others: ['Revenue'] },
  experiences: [
    {
      name: 'Everybody',
      variations: [
        { name: 'Control', weight: 50, payload: null },
        {
          name: 'Buy now',
          weight: 50,
          payload: { type: 'CUSTOM_JSON', data: { label: 'Buy now', color: '#e8590c' } },
        },
      ],
    },
  ],
};

/** What sold most lately, the same for all. */
const bestsellers: StrategyInput = {
  name: 'Bestsellers',
  steps: [{ method: { type: 'popularity', event: 'purchase', window: 60 } }],
  filters: [{ type: 'in-stock' }, { type: 'not-in-cart' }],
};

/** Compares two strategies in the cart. */
const cartSuggestions: CampaignFileInput = {
  name: 'Suggestions in the cart',
  selector: 'cart-suggestions',
  template: 'Recommendations',
  groups: ['cart'],
  type: 'recommendations',
  metrics: { primary: 'Purchases', others: ['Revenue'] },
  experiences: [
    {
      name: 'Everybody',
      variations: [
        inCart('Bestsellers', bestsellers.name, 'Everyone buys these'),
        inCart('For you', demoStrategy.name, 'Goes with what you like'),
      ],
    },
  ],
};

function inCart(name: string, strategy: string, title: string) {
  return { name, weight: 50, payload: { strategy, slots: 4, custom: { title } } };
}

/** Keeps one visitor in twenty from the tests, to show what all of them are worth together. */
const allTests: HoldoutInput = { name: 'All tests', share: 0.05 };

/** Those with three weeks of history. */
const tests = [freeShippingBar, checkoutButton, cartSuggestions];
export const testSelectors = tests.map(({ selector }) => selector);
/** What each is to show, by selector. */
export const hypotheses: Readonly<Record<string, string>> = {
  [freeShippingBar.selector]:
    'Visitors who know from the first page that shipping is free place more orders.',
  [checkoutButton.selector]: 'A button that says "Buy now" loses fewer visitors at the checkout.',
  [cartSuggestions.selector]:
    'Suggestions to the taste of a visitor sell more in the cart than bestsellers do.',
};
/** With as long a history of what was recommended; the others that recommend are in the cart. */
export const recommendingSelector = forYou.selector;
export const cartSelectors = [cartSuggestions.selector];

/** What the demo is made of, in this order: the guides name the first strategy by its id. */
export const demoFiles = [
  {
    ...{ audiences: [phoneAudience], strategies: [demoStrategy] },
    campaigns: [homeHero, forYou],
  },
  {
    templates: [menuTemplate, buttonTemplate],
    ...{ holdouts: [allTests], strategies: [bestsellers] },
    campaigns: [freeShippingBar, mobileMenu, checkoutButton, cartSuggestions],
  },
];

// What the demo site serves: a hero, an A/B test, a menu on the phone, products for each visitor.
import type { AudienceInput, CampaignFileInput, StrategyInput } from '@attune/contract';

type Experience = CampaignFileInput['experiences'][number];

const home = 'home';

export const phoneAudience: AudienceInput = {
  name: 'On the phone',
  condition: { 'device.type': 'mobile' },
};

/** Answers by the affinity profile: what a visitor likes best decides, colour and department. */
const homeHero: CampaignFileInput = {
  name: 'Hero of the home page',
  selector: 'home-hero',
  groups: [home],
  type: 'custom',
  experiences: [
    heroFor('Red runners', 'Run in red', 'running-red', {
      'affinity.categories.Running.rank': { $lte: 2 },
      'affinity.color.red.rank': { $lte: 2 },
    }),
    heroFor('Blue hikers', 'Out into the blue', 'outdoor-blue', {
      'affinity.categories.Outdoor.rank': { $lte: 2 },
      'affinity.color.blue.rank': { $lte: 2 },
    }),
    heroFor('Runners', 'Your next run', 'running', {
      'affinity.categories.Running.rank': { $lte: 2 },
    }),
    heroFor('Hikers', 'Made for rain', 'outdoor', {
      'affinity.categories.Outdoor.rank': { $lte: 2 },
    }),
    heroFor('Everybody', 'New this week', 'new'),
  ],
};

function heroFor(
  name: string,
  headline: string,
  page: string,
  targeting?: Record<string, unknown>,
): Experience {
  const data = {
    headline,
    image: `https://demo.shop.example/images/hero-${page}.jpg`,
    link: `https://demo.shop.example/${page}`,
  };
  const payload = { type: 'CUSTOM_JSON' as const, data };
  return { name, ...(targeting && { targeting }), variations: [{ name, weight: 100, payload }] };
}

/**
 * Half of all visitors see it; the other half is the control group, which shows what it is worth.
 */
const freeShippingBar: CampaignFileInput = {
  name: 'Free shipping bar',
  selector: 'free-shipping-bar',
  groups: [home],
  type: 'custom',
  experiences: [
    {
      name: 'Everybody',
      variations: [
        { name: 'Control', weight: 50, payload: null },
        {
          name: 'Bar',
          weight: 50,
          payload: {
            type: 'CUSTOM_JSON',
            data: { text: 'Free shipping from 60 USD', freeFrom: 60, color: 'green' },
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
  groups: ['navigation'],
  type: 'custom',
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
export const demoStrategy: StrategyInput = {
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
  groups: ['recommendations'],
  type: 'recommendations',
  experiences: [
    {
      name: 'Everybody',
      variations: [
        { name: 'For you', weight: 100, payload: { strategy: demoStrategy.name, slots: 8 } },
      ],
    },
  ],
};

/** The demo's campaigns. */
export const demoCampaigns = [homeHero, freeShippingBar, mobileMenu, forYou];

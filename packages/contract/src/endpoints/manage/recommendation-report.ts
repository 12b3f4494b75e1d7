// What recommendations did: clicks, and what was bought after them.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { NotCounted, OtherCurrencies } from './reports.ts';
import { shared } from './versioned.ts';

const count = Type.Integer({ minimum: 0 });
const share = (description: string) =>
  Type.Union([Type.Null(), Type.Number({ minimum: 0, maximum: 1 })], { description });
const said = (description: string) => Type.Integer({ minimum: 0, description });

const bought = {
  orders: said('Orders with such an item.'),
  items: said('Such items: a product of an order counts once, whatever its quantity.'),
  revenue: Type.Number({ description: "In the site's currency, after refunds." }),
};
const Direct = named(
  'DirectPurchases',
  Type.Object(bought, { description: 'Items, or variants of them, bought after their own click.' }),
);
const Assisted = named(
  'AssistedPurchases',
  Type.Object(bought, { description: 'All else that was bought after a click.' }),
);

const figures = {
  shown: said('Items shown: a slot of a list each.'),
  clicks: said('Clicks on them; a slot of a list counts once.'),
  clickRate: Type.Union([Type.Null(), Type.Number({ minimum: 0 })], {
    description: 'Clicks by items shown. null: none was shown.',
  }),
  direct: Direct,
  assisted: Assisted,
};
const lists = {
  lists: said('How often a list was requested.'),
  fullShare: share('Lists with an item in every slot.'),
  fallbackShare: share(
    'Lists where a later step, or what is popular, filled a slot for an earlier step.',
  ),
};
const Coverage = named(
  'FeedCoverage',
  Type.Object(
    { items: count, of: count, share: share('null: the feed has no items.') },
    { description: "How many of the feed's items were shown, as the feed is now." },
  ),
);

const Report = named(
  'RecommendationReport',
  Type.Object({
    from: Type.String({ description: 'The first day, YYYY-MM-DD, site zone.' }),
    to: Type.String({ description: 'The last day.' }),
    asOf: Type.String({ description: 'Includes everything that was logged until then.' }),
    windowDays: Type.Integer(),
    currency: Type.String(),
    total: Type.Object({
      ...lists,
      ...figures,
      coverage: Coverage,
      siteRevenue: Type.Number({
        description: 'All purchases of these days, after refunds.',
      }),
      revenueShare: Type.Union([Type.Null(), Type.Number()], {
        description: 'Direct and assisted revenue by that of the site.',
      }),
    }),
    strategies: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        ...lists,
        ...figures,
        coverage: Type.Union([Type.Null(), Coverage], { description: 'null: its feed is gone.' }),
      }),
    ),
    slots: Type.Array(Type.Object({ slot: said('From 0.'), ...figures })),
    pages: Type.Array(
      Type.Object({
        page: Type.Union([Type.Null(), Type.String()], {
          description: 'HOMEPAGE, CATEGORY, PRODUCT, CART or OTHER. null: the request named none.',
        }),
        ...lists,
        ...figures,
      }),
    ),
    daily: Type.Array(Type.Object({ day: Type.String(), ...figures })),
    otherCurrencies: OtherCurrencies,
    notCounted: NotCounted,
    notes: Type.Array(Type.String()),
  }),
);

const day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

export const reportRecommendations = endpoint({
  ...shared,
  id: 'reportRecommendations',
  tag: 'Reports',
  method: 'GET',
  path: '/v2/recommendations/report',
  summary: 'Report what recommendations sold',
  description:
    'docs/reference/recommendation-report.md says what each number means. As CSV with `format=csv` ' +
    'or `Accept: text/csv`.',
  query: Type.Object({
    from: Type.Optional({ ...day, description: 'The first day. Default: 27 days before `to`.' }),
    to: Type.Optional({ ...day, description: 'The last day. Default: today.' }),
    windowDays: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-8][0-9]|90)$',
        description: 'How many days after a click a purchase counts, 1 to 90. Default 7.',
      }),
    ),
    strategy: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,15}$', description: "Only this strategy's numbers." }),
    ),
    format: Type.Optional(Type.Enum(['json', 'csv'])),
  }),
  answers: { 200: { description: 'The report', schema: Report, isAlsoCsv: true } },
  errors: ['invalid_query'],
});

export type RecommendationReportOutput = Static<typeof Report>;

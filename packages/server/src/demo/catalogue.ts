// The words that the demo shop is made of: what it sells, in which colours, by which makers.

/** One kind of product: a category of the second level. */
export interface Kind {
  readonly category: string;
  /** What a product is called after its style's name. */
  readonly noun: string;
  /** Begins its skus; unique. */
  readonly code: string;
  readonly sizes: readonly string[];
  /** An ordinary price, in whole units of the site's currency. */
  readonly price: number;
  /** Ends the sentence "Light running shoes ...". */
  readonly purpose: string;
}

/** A category of the first level with its kinds. */
export interface Department {
  readonly category: string;
  readonly kinds: readonly Kind[];
}

export const colors = [
  'red',
  'blue',
  'green',
  'black',
  'white',
  'yellow',
  'orange',
  'purple',
  'grey',
  'pink',
] as const;

/** Invented names. */
export const brands = [
  'Quorvane',
  'Ostrellin',
  'Fennigra',
  'Brackwyth',
  'Talvorine',
  'Mirelunde',
  'Saltogen',
  'Ephrandel',
] as const;

export const styleNames = [
  'Heron',
  'Larch',
  'Pebble',
  'Drift',
  'Ember',
  'Gale',
  'Juniper',
  'Lantern',
  'Meadow',
  'Otter',
  'Quartz',
  'Sable',
  'Thistle',
  'Willow',
] as const;

export const qualities = ['Light', 'Simple', 'Sturdy', 'Well-made', 'Handsome', 'Trusty'] as const;

const shoes = ['38', '40', '42', '44'];
const clothes = ['S', 'M', 'L', 'XL'];
const one = ['one size'];

const kind = (
  code: string,
  category: string,
  noun: string,
  sizes: readonly string[],
  price: number,
  purpose: string,
): Kind => ({ code, category, noun, sizes, price, purpose });

export const departments: readonly Department[] = [
  {
    category: 'Running',
    kinds: [
      kind('RS', 'Running shoes', 'running shoes', shoes, 110, 'for long runs'),
      kind('RJ', 'Running jackets', 'running jacket', clothes, 90, 'against wind and drizzle'),
      kind('RT', 'Running tights', 'running tights', clothes, 60, 'for cold mornings'),
      kind('RA', 'Running shirts', 'running shirt', clothes, 35, 'that dries while you run'),
    ],
  },
  {
    category: 'Outdoor',
    kinds: [
      kind('HB', 'Hiking boots', 'hiking boots', shoes, 150, 'for rocks and roots'),
      kind('OJ', 'Rain jackets', 'rain jacket', clothes, 180, 'for the worst of November'),
      kind('BP', 'Backpacks', 'backpack', one, 95, 'for a day above the trees'),
      kind('FJ', 'Fleece', 'fleece jacket', clothes, 75, 'for the evening at the hut'),
    ],
  },
  {
    category: 'Cycling',
    kinds: [
      kind('CJ', 'Cycling jerseys', 'cycling jersey', clothes, 70, 'with three pockets'),
      kind('CS', 'Cycling shorts', 'cycling shorts', clothes, 80, 'for hours in the saddle'),
      kind('CH', 'Helmets', 'helmet', ['S', 'M', 'L'], 85, 'that you forget you wear'),
      kind('CG', 'Cycling gloves', 'cycling gloves', clothes, 30, 'for rough roads'),
    ],
  },
  {
    category: 'Yoga',
    kinds: [
      kind('YM', 'Yoga mats', 'yoga mat', one, 55, 'that stays where it lies'),
      kind('YL', 'Leggings', 'leggings', clothes, 50, 'that move with you'),
      kind('YT', 'Yoga tops', 'yoga top', clothes, 40, 'for slow mornings'),
      kind('YB', 'Yoga blocks', 'yoga block', one, 15, 'for hands that do not reach the floor'),
    ],
  },
  {
    category: 'Swimming',
    kinds: [
      kind('SW', 'Swimwear', 'swimsuit', clothes, 45, 'for lanes and lakes'),
      kind('SG', 'Goggles', 'goggles', one, 25, 'for a clear view of the wall'),
      kind('ST', 'Towels', 'towel', one, 20, 'that dries before you do'),
      kind('SF', 'Fins', 'fins', shoes, 40, 'for fast lanes'),
    ],
  },
];

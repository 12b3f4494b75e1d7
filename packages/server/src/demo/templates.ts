// The templates of the demo site's own: what its shop shows, and the built-in ones do not make.
import type { TemplateInput } from '@attune/contract';

const entries = {
  new: 'New arrivals',
  search: 'Search',
  wishlist: 'Wishlist',
  cart: 'Cart',
  checkout: 'Checkout',
};

export const menuTemplate: TemplateInput = {
  name: 'Menu',
  description: 'The entries of the menu on the phone, in their order.',
  schema: {
    type: 'object',
    properties: {
      entries: {
        ...{ type: 'array', title: 'Entries', default: ['new', 'search', 'cart'] },
        ...{ minItems: 1, maxItems: 5, uniqueItems: true },
        items: {
          ...{ type: 'string', title: 'Entry' },
          oneOf: Object.entries(entries).map(([value, title]) => ({ const: value, title })),
        },
      },
    },
    required: ['entries'],
  },
  view: `<style>
  body { font: 20px/1.4 system-ui, sans-serif; color: #1f2430; }
  nav { display: flex; justify-content: space-around; padding: 24px; background: #f1f3f5; }
  b { text-transform: capitalize; }
</style>
<nav>{{#entries}}<b>{{.}}</b>{{/entries}}</nav>`,
};

export const buttonTemplate: TemplateInput = {
  name: 'Button',
  description: 'The text of a button and its color.',
  schema: {
    type: 'object',
    properties: {
      label: { type: 'string', title: 'Text', default: 'Buy now', minLength: 1, maxLength: 40 },
      color: { type: 'string', title: 'Colour', format: 'colour', default: '#e8590c' },
    },
    required: ['label', 'color'],
  },
  view: `<style>
  body { font: 20px/1.4 system-ui, sans-serif; padding: 40px; text-align: center; }
  b { display: inline-block; padding: 14px 32px; border-radius: 8px; color: #fff; }
</style>
<b style="background: {{color}}">{{label}}</b>`,
};

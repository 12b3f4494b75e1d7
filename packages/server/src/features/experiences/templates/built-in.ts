// The templates that every site has.
import type { TemplateInput } from '@attune/contract';

type Schema = TemplateInput['schema'];

const text = (title: string, more: Schema = {}) => ({ type: 'string', title, ...more });
const link = (title: string, more: Schema = {}) => text(title, { format: 'link', ...more });
const colour = (title: string, value: string) =>
  text(title, { format: 'colour', default: value, maxLength: 9 });
const fields = (properties: Schema, required: readonly string[]): Schema => ({
  ...{ type: 'object', properties, required },
});

const base = `<style>
  body { font: 16px/1.45 system-ui, sans-serif; color: #1f2430; }
  .button { display: inline-block; padding: 10px 20px; border-radius: 8px; font-weight: 600;
    background: #1f2430; color: #fff; text-decoration: none; }
</style>`;

const rowOfProducts = `
<style>
  section { padding: 24px; }
  h2 { display: inline-block; margin: 0 12px 16px 0; }
  ul { display: flex; gap: 16px; list-style: none; margin: 0; padding: 0; flex-wrap: wrap; }
  li { width: 160px; }
  img, i { display: block; width: 160px; height: 160px; object-fit: cover; border-radius: 8px;
    background: #eee; }
  small { color: #5a6172; }
</style>`;

/** Where a product, or what is recommended, is the entry. */
const product = `
      {{#image_url}}<img src="{{image_url}}" alt="">{{/image_url}}
      <div>{{#name}}{{name}}{{/name}}{{^name}}{{sku}}{{/name}}</div>
      <small>{{price}}</small>
    `;

/** Ids of templates that sites make begin at 1001. */
export const builtInTemplates: readonly (TemplateInput & { readonly id: number })[] = [
  {
    id: 1,
    name: 'Hero',
    description: 'A large picture with a headline, a text and a button.',
    schema: fields(
      {
        headline: text('Headline', { default: 'New this week', minLength: 1, maxLength: 80 }),
        text: text('Text', {
          ...{ format: 'long-text', default: 'Fresh arrivals, picked for you.', maxLength: 300 },
        }),
        image: text('Image', { format: 'image', description: 'The address of a wide picture' }),
        button: text('Button', { default: 'Shop now', maxLength: 40 }),
        link: link('Link of the button', { default: '/' }),
        background: colour('Background', '#f1ece4'),
      },
      ['headline'],
    ),
    view: `${base}
<style>
  .hero { display: flex; align-items: center; min-height: 320px; }
  .hero div { flex: 1; padding: 40px; }
  .hero img { width: 50%; height: 320px; object-fit: cover; }
  h1 { font-size: 40px; line-height: 1.1; margin: 0 0 12px; }
  p { margin: 0 0 20px; white-space: pre-line; }
  @media (max-width: 600px) { .hero { flex-direction: column-reverse; } .hero img { width: 100%; } }
</style>
<section class="hero" style="background: {{background}}">
  <div>
    <h1>{{headline}}</h1>
    <p>{{text}}</p>
    {{#button}}<a class="button" href="{{link}}">{{button}}</a>{{/button}}
  </div>
  {{#image}}<img src="{{image}}" alt="">{{/image}}
</section>`,
  },
  {
    id: 2,
    name: 'Banner',
    description: 'A picture with a line of text on it, as wide as the page.',
    schema: fields(
      {
        text: text('Text', { default: 'Free shipping this weekend', minLength: 1, maxLength: 120 }),
        image: text('Image', { format: 'image', description: 'Shown behind the text' }),
        link: link('Link', { default: '/' }),
        background: colour('Background', '#1f4d3f'),
        color: colour('Text colour', '#ffffff'),
      },
      ['text'],
    ),
    view: `${base}
<style>
  .banner { display: flex; align-items: center; justify-content: center; min-height: 180px;
    position: relative; overflow: hidden; text-align: center; }
  .banner img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
  .banner strong { position: relative; font-size: 28px; padding: 20px; }
</style>
<section class="banner" style="background: {{background}}; color: {{color}}">
  {{#image}}<img src="{{image}}" alt="">{{/image}}
  <strong>{{text}}</strong>
</section>`,
  },
  {
    id: 3,
    name: 'Message bar',
    description: 'A thin bar at the top of the page.',
    schema: fields(
      {
        message: text('Message', {
          ...{ default: 'Order before 16:00, delivered tomorrow', minLength: 1, maxLength: 160 },
        }),
        linkText: text('Text of the link', { default: 'Read more', maxLength: 40 }),
        link: link('Link', { default: '/' }),
        tone: {
          ...{ type: 'string', title: 'Tone', default: 'info' },
          oneOf: [
            { const: 'info', title: 'Information' },
            { const: 'offer', title: 'Offer' },
            { const: 'warning', title: 'Warning' },
          ],
        },
        canBeClosed: { type: 'boolean', title: 'Visitors can close it', default: true },
      },
      ['message'],
    ),
    view: `${base}
<style>
  .bar { display: flex; gap: 12px; justify-content: center; padding: 12px 20px; }
  .info { background: #e3edf9; } .offer { background: #e4f4e6; } .warning { background: #fdf0d5; }
</style>
<div class="bar {{tone}}">
  <span>{{message}}</span>
  {{#linkText}}<a href="{{link}}">{{linkText}}</a>{{/linkText}}
  {{#canBeClosed}}<span aria-hidden="true">×</span>{{/canBeClosed}}
</div>`,
  },
  {
    id: 4,
    name: 'List of products',
    description: 'Products that you pick, in your order, below a title.',
    schema: fields(
      {
        title: text('Title', { default: 'Our favourites', minLength: 1, maxLength: 80 }),
        products: {
          ...{ type: 'array', title: 'Products', default: [], maxItems: 24 },
          items: text('Product', { format: 'product', minLength: 1, maxLength: 250 }),
        },
      },
      ['title', 'products'],
    ),
    view: `${base}${rowOfProducts}
<section>
  <h2>{{title}}</h2>
  <ul>
    {{#products}}<li>${product}</li>{{/products}}
  </ul>
  {{^products}}<small>No products yet</small>{{/products}}
</section>`,
  },
  {
    id: 5,
    name: 'Feature flag',
    description: 'On or off: your code asks whether a feature is on.',
    schema: { type: 'boolean', title: 'The feature is on', default: true },
    view: `${base}
<p style="padding: 24px; margin: 0; font-size: 20px">{{#.}}On{{/.}}{{^.}}Off{{/.}}</p>`,
  },
  {
    id: 6,
    name: 'Recommendations',
    description: 'Products that a strategy finds for each visitor, below a heading.',
    type: 'recommendations',
    schema: fields(
      {
        title: text('Heading', { default: 'Picked for you', minLength: 1, maxLength: 80 }),
        linkText: text('Text of the link', { maxLength: 40 }),
        link: link('Link', { description: 'Where the text beside the heading leads' }),
      },
      ['title'],
    ),
    view: `${base}${rowOfProducts}
<section>
  <h2>{{title}}</h2> {{#linkText}}<a href="{{link}}">{{linkText}}</a>{{/linkText}}
  <ul>
    {{#items}}<li>${product}</li>{{/items}}
    {{^items}}<li><i></i></li><li><i></i></li><li><i></i></li><li><i></i></li>{{/items}}
  </ul>
</section>`,
  },
];

// Schemas that several endpoints share.
import Type, { type Static, type TStringOptions } from 'typebox';
import { documentedAs, named } from './named.ts';

/** Any JSON value; what it must be is checked by the core, fault by fault. */
export const Json = Type.Unknown();

/** Any JSON value of a site's own, which is given back as it came. */
export const WrittenJson = Type.Unknown({
  'x-as-written': 'json',
  description: 'Any JSON, kept as it is written: every digit of numbers, the order of members.',
});

/** A text that identifies: read without white space around it, and composed (Unicode NFC). */
export const identifier = (options: TStringOptions = {}) =>
  Type.String({ ...options, 'x-identifier': true });

/** A name that a site gives a person: its type and its value. */
export const CalledBy = named(
  'CalledBy',
  Type.Object({ type: Type.String(), value: Type.String() }),
);

export const userName = Type.Union([CalledBy, Type.Null()], {
  description: 'The site’s name for the user; null: an anonymous visitor.',
});

const userId = (description: string) =>
  identifier({
    maxLength: 250,
    description: `${description} A signed 64-bit integer as a string, or any text; "" is a new user.`,
    examples: ['-4350463893986789401'],
  });

export const User = named(
  'User',
  Type.Object(
    {
      id: Type.Optional(
        identifier({
          minLength: 1,
          maxLength: 250,
          description:
            'The user of an API-only site: no cookies are returned then. Any text: a user id of ours, ' +
            'a UUID, a name of your own.',
          examples: ['0b9f2f5e-6a63-4f0e-9a8e-2f6f5b1f0c11'],
        }),
      ),
      svcid: Type.Optional(userId('The user, as the cookie `_svcid` or the first answer gave it.')),
      svcid_server: Type.Optional(userId('The cookie `_svcid_server`; wins over `svcid`.')),
      cuid: Type.Optional(
        identifier({
          minLength: 1,
          maxLength: 250,
          description: "The site's own name for a person.",
        }),
      ),
      cuidType: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'The type of `cuid`, such as `external`.',
        }),
      ),
      accounts: Type.Optional(
        Type.Record(
          Type.String({ pattern: '^[a-z][a-z0-9_-]{0,49}$' }),
          identifier({ minLength: 1, maxLength: 250 }),
          {
            description:
              'The accounts that the user acts for, by identifier type: `{ "company": "acme" }`. For ' +
              'campaigns whose unit is the account. A `cuid` of such a type says the same.',
            examples: [{ company: 'acme' }],
          },
        ),
      ),
      token: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Proof that a Client-side caller may use `cuid`.',
        }),
      ),
      active_consent_accepted: Type.Optional(
        Type.Boolean({
          description:
            'Has the user consented? With false no profile is read, nothing is stored, what was ' +
            'stored before is erased, and campaigns answer with the default unless they serve ' +
            'without consent. Where the site requires consent, so too if this is absent, but for ' +
            'the erasure.',
        }),
      ),
    },
    { description: 'Who is served. Missing: a new user.' },
  ),
);

export const Session = named(
  'Session',
  Type.Object({
    svc: Type.Optional(Type.String({ maxLength: 100, description: 'The cookie `_svcjsession`.' })),
    custom: Type.Optional(
      Type.String({ maxLength: 100, description: 'A session id of your own.' }),
    ),
  }),
);

const PageType = named(
  'PageType',
  Type.Enum(['HOMEPAGE', 'CATEGORY', 'PRODUCT', 'CART', 'OTHER'], {
    description: 'In any case. Missing: OTHER.',
  }),
);

const Page = named(
  'Page',
  Type.Object({
    type: documentedAs(
      Type.Optional(
        Type.Unsafe<Static<typeof PageType>>({
          type: 'string',
          pattern:
            '^([Hh][Oo][Mm][Ee][Pp][Aa][Gg][Ee]|[Cc][Aa][Tt][Ee][Gg][Oo][Rr][Yy]|[Pp][Rr][Oo][Dd][Uu][Cc][Tt]|[Cc][Aa][Rr][Tt]|[Oo][Tt][Hh][Ee][Rr])$',
          description: 'HOMEPAGE, CATEGORY, PRODUCT, CART or OTHER, in any case.',
        }),
      ),
      PageType,
    ),
    location: Type.Optional(Type.String({ maxLength: 10_000 })),
    data: Type.Optional(
      Type.Array(identifier({ maxLength: 1000 }), {
        maxItems: 100,
        description: 'The sku of a product page, the path of a category page, the skus of a cart.',
      }),
    ),
    referrer: Type.Optional(Type.String({ maxLength: 10_000 })),
    locale: Type.Optional(Type.String({ maxLength: 20 })),
  }),
);

/** What is wrong with a request that was answered all the same. */
export const Warning = named(
  'Warning',
  Type.Object({ code: Type.String(), message: Type.String() }),
);

const Cart = named(
  'ContextCart',
  Type.Array(
    Type.Object({
      productId: identifier({ minLength: 1, maxLength: 250 }),
      quantity: Type.Optional(Type.Number({ minimum: 0, description: 'Missing: 1.' })),
      itemPrice: Type.Optional(Type.Number()),
    }),
    { maxItems: 1000 },
  ),
);

export const Context = named(
  'Context',
  Type.Object({
    page: Type.Optional(Page),
    device: Type.Optional(
      Type.Object({
        userAgent: Type.Optional(Type.String({ maxLength: 2048 })),
        ip: Type.Optional(Type.String({ maxLength: 64 })),
        type: Type.Optional(Type.String({ maxLength: 100 })),
        browser: Type.Optional(Type.String({ maxLength: 100 })),
        dateTime: Type.Optional(Type.String({ maxLength: 64 })),
      }),
    ),
    geo: Type.Optional(
      Type.Object(
        {
          country: Type.Optional(
            Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1.', examples: ['DE'] }),
          ),
          region: Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'As ISO 3166-2 has it, after the country.',
            }),
          ),
          city: Type.Optional(Type.String({ maxLength: 200 })),
        },
        { description: 'Where the visitor is. Missing: as your edge or `GEO_DATABASE` says.' },
      ),
    ),
    channel: Type.Optional(Type.String({ maxLength: 100 })),
    pageAttributes: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]),
      ),
    ),
    cart: Type.Optional(Cart),
    listedItems: Type.Optional(Type.Array(identifier({ maxLength: 250 }), { maxItems: 10_000 })),
  }),
);

export const Problem = named(
  'Problem',
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      code: Type.String(),
      traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      errors: Type.Optional(
        Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() })),
      ),
    },
    { description: 'RFC 9457 problem details.' },
  ),
);

export type UserInput = Static<typeof User>;
export type ContextInput = Static<typeof Context>;
export type SessionInput = Static<typeof Session>;

// What a site reports of its visitors. 204 means: durable.
import Type, { type Static } from 'typebox';
import { Context, identifier, Session, User } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { Event } from '../events.ts';
import { named, readInParts } from '../named.ts';
import { sources } from '../permissions.ts';

/** Of the events or engagements of a request; asked for by `Prefer: return=representation`. */
const Recorded = named(
  'Recorded',
  Type.Object({
    accepted: Type.Integer(),
    rejected: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Its place in the request, from 0.' }),
        code: Type.String(),
        detail: Type.String(),
      }),
    ),
  }),
);

const Preferences = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description: '`return=representation` asks for what became of each (RFC 7240).',
      examples: ['return=representation'],
    }),
  ),
});

const recorded = {
  200: { description: 'As 204, told one by one: where `Prefer` asks for it', schema: Recorded },
  204: {
    description: 'Recorded: it survives a crash from now on',
    headers: {
      'svc-warnings':
        'The parts that were ignored: codes and counts, as a dictionary of RFC 9651. Absent: ' +
        'none.',
    },
  },
} as const;

const PageviewRequest = Type.Object({
  user: Type.Optional(User),
  session: Type.Optional(Session),
  sessionId: Type.Optional(Type.String({ maxLength: 100 })),
  context: Context,
});

const EventRequest = Type.Object({
  user: Type.Optional(User),
  session: Type.Optional(Session),
  sessionId: Type.Optional(Type.String({ maxLength: 100 })),
  context: Type.Optional(Context),
  events: Type.Array(readInParts(Event), {
    minItems: 1,
    maxItems: 1000,
    description: 'Those that can be read are recorded; it is an error where none can.',
  }),
  sentAt: Type.Optional(
    named(
      'SentAt',
      Type.Union([Type.String({ maxLength: 64 }), Type.Integer()], {
        description:
          "The sender's clock when it sends this: every `timestamp` is corrected by how far it is off. " +
          'A date-time of RFC 3339, or ms since 1970-01-01.',
      }),
    ),
  ),
});

const Engagement = named(
  'Engagement',
  Type.Object({
    type: Type.Enum(['CLICK', 'IMP', 'SLOT_CLICK', 'SLOT_IMP']),
    decisionId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 400, description: 'Of a CLICK or an IMP.' }),
    ),
    slotId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'Of a SLOT_CLICK or a SLOT_IMP: as the slot of the answer has it.',
      }),
    ),
    slotIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
        maxItems: 100,
        description: 'Instead of `slotId`, of several slots.',
      }),
    ),
    variations: Type.Optional(Type.Array(Type.Number(), { maxItems: 100 })),
  }),
);

const EngagementRequest = Type.Object({
  user: Type.Optional(User),
  session: Type.Optional(Session),
  sessionId: Type.Optional(Type.String({ maxLength: 100 })),
  engagements: Type.Array(Engagement, { minItems: 1, maxItems: 100 }),
});

const shared = {
  tag: 'Collect',
  method: 'POST',
  permission: 'collect',
  sources,
  isLenient: true,
  headers: Preferences,
} as const;

export const collectPageview = endpoint({
  ...shared,
  id: 'collectPageview',
  path: '/v2/collect/user/pageview',
  summary: 'Report a pageview',
  description: 'A pageview of a PRODUCT page is a product view as well.',
  body: PageviewRequest,
  answers: recorded,
});

export const collectEvents = endpoint({
  ...shared,
  id: 'collectEvents',
  path: '/v2/collect/user/event',
  summary: 'Report events of a user',
  body: EventRequest,
  answers: recorded,
});

export const collectEngagement = endpoint({
  ...shared,
  id: 'collectEngagement',
  path: '/v2/collect/user/engagement',
  summary: 'Report clicks and impressions of what was chosen',
  description:
    'A variation of a decision is clicked once and seen once: what is repeated is accepted, and ' +
    'changes nothing.',
  body: EngagementRequest,
  answers: recorded,
});

const PersonEvent = named(
  'PersonEvent',
  Type.Intersect([
    Type.Object({
      cuid: identifier({ minLength: 1, maxLength: 250 }),
      cuidType: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    Event,
  ]),
);

export const collectPersonEvents = endpoint({
  ...shared,
  id: 'collectPersonEvents',
  path: '/v2/userdata/events',
  summary: 'Report events of known people without a page, such as purchases in a store',
  description: 'As `events` of `/v2/collect/user/event`, each with the person that it is of.',
  sources: ['Server-side'],
  body: Type.Object({
    events: Type.Array(readInParts(PersonEvent), { minItems: 1, maxItems: 1000 }),
    sentAt: EventRequest.properties.sentAt,
  }),
  answers: recorded,
});

export const collectBeacon = endpoint({
  ...shared,
  id: 'collectBeacon',
  path: '/v2/collect/beacon',
  summary: 'Report events and engagements as a page goes',
  description:
    'What `navigator.sendBeacon` can send: `text/plain`, without a header of its own and so without ' +
    'a preflight. The key, a Client-side one, stands in the body.',
  sources: ['Client-side'],
  hasKeyInBody: true,
  body: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 100, description: 'A Client-side API key.' }),
    user: Type.Optional(User),
    session: Type.Optional(Session),
    sessionId: Type.Optional(Type.String({ maxLength: 100 })),
    context: Type.Optional(Context),
    events: Type.Optional(Type.Array(readInParts(Event), { maxItems: 1000 })),
    engagements: Type.Optional(Type.Array(Engagement, { maxItems: 100 })),
    sentAt: EventRequest.properties.sentAt,
  }),
  answers: recorded,
});

export type BeaconInput = Static<typeof collectBeacon.body>;
export type PersonEventsInput = Static<typeof collectPersonEvents.body>;
export type PageviewInput = Static<typeof PageviewRequest>;
export type EventInput = Static<typeof EventRequest>;
/** One event as it is reported. */
export type ReportedEvent = EventInput['events'][number];
export type EngagementInput = Static<typeof EngagementRequest>;

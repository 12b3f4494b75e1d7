// What a site reports of its visitors. 204 means: durable.
import Type, { type Static } from 'typebox';
import { Context, Json, Session, User } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { sources } from '../permissions.ts';

const recorded = { 204: { description: 'Recorded: it survives a crash from now on' } } as const;

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
  events: Type.Array(Json, {
    minItems: 1,
    maxItems: 1000,
    description:
      '`{ name, properties, timestamp?, eventId? }`. `properties.svcType` names a known type, such ' +
      'as `purchase-v1`; without it the event is custom. An `eventId` counts once a day; it cannot ' +
      'begin with `purchase:`, `refund:` or `exposure:`. All are recorded, or none.',
  }),
});

const Engagement = Type.Object({
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
  variations: Type.Optional(Type.Array(Type.Number(), { maxItems: 100 })),
});

const EngagementRequest = Type.Object({
  user: Type.Optional(User),
  session: Type.Optional(Session),
  sessionId: Type.Optional(Type.String({ maxLength: 100 })),
  engagements: Type.Array(Engagement, { minItems: 1, maxItems: 100 }),
});

const shared = { tag: 'Collect', method: 'POST', permission: 'collect', sources } as const;

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

export type PageviewInput = Static<typeof PageviewRequest>;
export type EventInput = Static<typeof EventRequest>;
export type EngagementInput = Static<typeof EngagementRequest>;

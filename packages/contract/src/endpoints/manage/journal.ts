// The journal: what campaigns were to show, what they showed, and what was decided.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { IdParams, id, shared } from './versioned.ts';

/** What a team decides at the end of a test. */
export const journalDecisions = ['shipped', 'reverted', 'inconclusive'] as const;

const orNull = Type.Union([Type.String(), Type.Null()]);
const text = Type.String({ maxLength: 10_000 });
const decision = Type.Union([Type.Enum([...journalDecisions]), Type.Null()], {
  description: 'null: nothing is decided yet.',
});
const written = {
  hypothesis: text,
  owner: Type.String({ maxLength: 254, description: 'The teammate who answers for it.' }),
  conclusion: text,
  decision,
};

const Entry = named(
  'JournalEntry',
  Type.Object({
    ...written,
    decidedAt: orNull,
    decidedBy: orNull,
    changedAt: Type.Union([Type.String(), Type.Null()], { description: 'null: never.' }),
  }),
);

const path = '/v2/campaigns/{id}/journal';
const answers = { 200: { description: 'The entry', schema: Entry } } as const;

export const readJournalEntry = endpoint({
  ...shared,
  tag: 'Campaigns',
  id: 'readJournalEntry',
  method: 'GET',
  path,
  summary: 'Read what a campaign was to show, and what was decided',
  params: IdParams,
  answers,
  errors: ['not_found'],
});

export const replaceJournalEntry = endpoint({
  ...shared,
  tag: 'Campaigns',
  id: 'replaceJournalEntry',
  method: 'PUT',
  path,
  summary: 'Write what a campaign was to show, and what was decided',
  description: 'It is no part of the draft: no version is made, and no approval becomes void.',
  params: IdParams,
  body: Type.Object(written),
  answers,
  errors: ['not_found'],
});

export const listJournal = endpoint({
  ...shared,
  tag: 'Campaigns',
  id: 'listJournal',
  method: 'GET',
  path: '/v2/journal',
  summary: 'Search the journal of all campaigns',
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'In the name, the hypothesis or the conclusion, whatever the case.',
      }),
    ),
    decision: Type.Optional(
      Type.Enum([...journalDecisions, 'open'], { description: 'open: nothing is decided yet.' }),
    ),
    owner: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the owner.' })),
    from: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Changed since (UTC day).' }),
    ),
    to: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Changed until (UTC day).' }),
    ),
  }),
  answers: {
    200: {
      description: 'The latest 200 that fit, the last changed first',
      schema: Type.Object({
        items: Type.Array(
          Type.Object({
            campaignId: id,
            name: Type.String(),
            selector: Type.String(),
            isArchived: Type.Boolean(),
            entry: Entry,
          }),
        ),
      }),
    },
  },
});

export type JournalEntryInput = Static<typeof replaceJournalEntry.body>;
export type JournalEntryOutput = Static<typeof Entry>;

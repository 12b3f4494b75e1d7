// Experiences as files: everything that is written for a site, by name, without ids.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { audiences } from './audiences.ts';
import { CampaignBody, guardrailRule } from './campaign-body.ts';
import { Differences } from './history.ts';
import { holdouts } from './holdouts.ts';
import { layers } from './layers.ts';
import { metrics } from './metrics.ts';
import { payloadOf } from './payload.ts';
import { StrategyBody } from './strategies.ts';
import { templates } from './templates.ts';
import { id, name, shared, Warnings } from './versioned.ts';

const {
  layer: _layer,
  template: _template,
  metrics: _metrics,
  experiences: _all,
  ...campaign
} = CampaignBody.properties;
const { metric: _metric, ...experience } = CampaignBody.properties.experiences.items.properties;
const { id: _id, payload: _payload, ...variation } = experience.variations.items.properties;

const status = Type.Enum(['draft', 'live', 'paused', 'archived'], {
  description:
    'The status after the import; absent: the status does not change, and new ones are ' +
    'drafts.',
});

/** Of something else, by its name. */
const reference = Type.Union([name, Type.Null()], {
  description: 'By name; null: it was deleted. A draft is carried with it, and cannot go live.',
});

const Variation = named(
  'VariationFile',
  Type.Object({
    ...variation,
    id: Type.Optional(id),
    payload: payloadOf(reference),
  }),
);
const Experience = named(
  'ExperienceFile',
  Type.Object({
    ...experience,
    metric: Type.Optional(reference),
    variations: Type.Array(Variation, { minItems: 1, maxItems: 100 }),
  }),
);

const CampaignFile = named(
  'CampaignFile',
  Type.Object({
    ...campaign,
    status: Type.Optional(status),
    layer: Type.Optional(
      Type.Object({
        name: reference,
        share: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
      }),
    ),
    template: Type.Optional(name),
    metrics: Type.Optional(
      Type.Object({
        primary: Type.Optional(reference),
        others: Type.Optional(Type.Array(reference, { maxItems: 20 })),
        guardrails: Type.Optional(
          Type.Array(Type.Object({ metric: reference, ...guardrailRule }), { maxItems: 10 }),
        ),
      }),
    ),
    experiences: Type.Array(Experience, { minItems: 1, maxItems: 50 }),
  }),
);

const most = { maxItems: 1_000 };

/** Things refer to others, audiences (`$audience`) among them, by their names. */
const Files = named(
  'ExperienceFiles',
  Type.Object({
    audiences: Type.Optional(Type.Array(audiences.create.body, most)),
    layers: Type.Optional(Type.Array(layers.create.body, most)),
    holdouts: Type.Optional(Type.Array(holdouts.create.body, most)),
    metrics: Type.Optional(Type.Array(metrics.create.body, most)),
    strategies: Type.Optional(Type.Array(StrategyBody, most)),
    templates: Type.Optional(Type.Array(templates.create.body, most)),
    campaigns: Type.Optional(Type.Array(CampaignFile, most)),
  }),
);

const Flag = Type.Optional(Type.Enum(['true', 'false']));

const Change = named(
  'ExperienceChange',
  Type.Object({
    kind: Type.Enum(['audience', 'layer', 'holdout', 'metric', 'strategy', 'template', 'campaign']),
    name: Type.String({ description: 'Of a campaign its selector.' }),
    action: Type.Enum(['create', 'change', 'remove'], {
      description: 'A campaign that is removed is archived.',
    }),
    status: Type.Optional(
      Type.Object(
        { before: Type.Union([status, Type.Null()]), after: status },
        { description: 'Where it changes; live before and after: a new version is published.' },
      ),
    ),
    asksApproval: Type.Optional(
      Type.Literal(true, { description: 'It is not published yet: approval was asked for.' }),
    ),
    differences: Differences,
  }),
);

export const exportExperiences = endpoint({
  ...shared,
  tag: 'Experiences',
  id: 'exportExperiences',
  method: 'GET',
  path: '/v2/experiences/export',
  summary: 'Everything that is written for the site, in the form of an import',
  description:
    'Drafts, in a stable order. Archived campaigns are left out. It can always be imported again.',
  answers: { 200: { description: 'All of it', schema: Files } },
});

export const importExperiences = endpoint({
  ...shared,
  tag: 'Experiences',
  id: 'importExperiences',
  method: 'POST',
  path: '/v2/experiences/import',
  summary: 'Make the site what the files say: all of it, or, where a part is refused, nothing',
  description:
    'Matches things by name, and campaigns by selector. Things that are the same already ' +
    'stay as they are, so a second import changes nothing.',
  query: Type.Object({
    dryRun: Flag,
    prune: Flag,
    askApproval: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          'Asks for approval of campaigns that would be published and need one, instead of refusing ' +
          'the files. Default false.',
      }),
    ),
  }),
  body: Files,
  bodyLimitBytes: 16 * 1024 * 1024,
  answers: {
    200: {
      description: 'What was changed, or with `dryRun=true` would be',
      schema: Type.Object({
        isDryRun: Type.Boolean(),
        changes: Type.Array(Change),
        unchanged: Type.Integer(),
        warnings: Warnings,
      }),
    },
  },
  errors: ['conflict'],
});

export type ExperienceFiles = Static<typeof Files>;
export type CampaignFileInput = Static<typeof CampaignFile>;
export type ExperienceChange = Static<typeof Change>;

// The landing page of a site: what is live and how it does, what changed, and what needs a look.
import Type, { type Static } from 'typebox';
import { Interval, ReportedMetric } from '../endpoints/manage/reports.ts';
import { MaybeTime, SiteParams, siteAddress, Time, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';
import { listAudit } from './observe.ts';

const count = Type.Integer({ minimum: 0 });
const maybeText = Type.Union([Type.String(), Type.Null()]);
const Day = Type.String({ description: 'YYYY-MM-DD.' });

const Result = Type.Object({
  asOf: Time,
  metric: ReportedMetric,
  experience: maybeText,
  variation: maybeText,
  baseline: maybeText,
  uplift: Type.Union([Type.Null(), Interval], {
    description:
      'The result of the variation that is most likely the best, compared with the ' +
      'baseline, in the experience that most users saw. null: nothing to compare, or no ' +
      'final results.',
  }),
  users: Type.Integer({ description: 'Who were exposed to it, in all experiences.' }),
  counted: Type.Integer({
    description: 'Whose window has closed, in the experience that most users saw.',
  }),
  perDay: Type.Array(Type.Object({ day: Day, users: count }), {
    description: "First exposures of the last 14 days, in the site's time zone, the oldest first.",
  }),
});

const LiveCampaign = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  selector: Type.String(),
  state: Type.Enum(['ready', 'computing', 'empty', 'failed'], {
    description: 'Of the result. computing: ask again in a moment. empty: no user has seen it.',
  }),
  result: Type.Union([Type.Null(), Result]),
});

/** What a warning is about; the page that mends it follows from it. */
const warningKinds = [
  'no-worker',
  'approval',
  'sample-ratio',
  'failed-pull',
  'failed-export',
  'key-expires',
  'ingestion',
] as const;

const Warning = Type.Object({
  kind: Type.Enum([...warningKinds]),
  id: Type.Union([Type.String(), Type.Null()], {
    description: 'The ID of the campaign, the feed or the key.',
  }),
  name: Type.String({ description: 'Of the same; empty where it is about the whole site.' }),
  detail: Type.String(),
  at: MaybeTime,
  count: Type.Union([count, Type.Null()]),
});

/** What makes a site work, in this order. */
const setUpSteps = ['key', 'feed', 'event', 'campaign', 'result'] as const;

const Overview = Type.Object({
  liveCampaigns: Type.Object({
    total: count,
    items: Type.Array(LiveCampaign, { description: 'The latest 10.' }),
  }),
  /** The last 8 that the teammate may read. */
  changes: Type.Optional(listAudit.answers[200].schema.properties.entries),
  traffic: Type.Array(
    Type.Object({
      day: Day,
      choose: Type.Integer({ description: 'Requests for decisions.' }),
      collect: Type.Integer({ description: 'Requests that report events.' }),
      warnings: Type.Integer({ description: 'Parts of requests that were passed over.' }),
    }),
    { description: 'The last 14 days (UTC), the oldest first; refused requests too.' },
  ),
  warnings: Type.Array(Warning),
  setUp: Type.Union([
    Type.Null(),
    Type.Array(Type.Object({ step: Type.Enum([...setUpSteps]), isDone: Type.Boolean() }), {
      description: 'null: all of it is done.',
    }),
  ]),
});

export const readOverview = consoleEndpoint({
  tag,
  id: 'readOverview',
  method: 'GET',
  path: `${siteAddress}/overview`,
  summary: 'Live campaigns with their results, last changes, traffic and warnings',
  description: 'Parts that the teammate may not read elsewhere are left out.',
  access: 'Viewer',
  params: SiteParams,
  answers: { 200: { description: 'The overview', schema: Overview } },
});

export type OverviewOutput = Static<typeof Overview>;

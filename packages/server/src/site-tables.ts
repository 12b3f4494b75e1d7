// The tables that hold rows of sites, and what each holds of the people that a site serves.
//
// A new table must be listed here before anything compiles. Erasure and the tenant guard read this
// list; tests hold it against the catalog of a migrated database and against what an erasure and an
// export really do.
import type { AnswerOf, api } from '@attune/contract';
import type { Schema } from './db/schema.ts';

/** A table with a `site_id`. */
type SiteTable = {
  [T in keyof Schema]: Schema[T] extends { site_id: unknown } ? T : never;
}[keyof Schema];

interface Personal<Column> {
  /** What it holds and how long that stays, as docs/explanation/privacy.md says it. */
  readonly holds: string;
  readonly kept: string;
  /** The columns that name a person, or that hold what is known of them. */
  readonly person: readonly Column[];
  /**
   * What takes a person's data out of it. `rows`: an eraser of its own, in `erase-users.ts`.
   * `identity`, `events`: the erasure of the names and devices, and of the event log. `wait`: an
   * erasure is done once the table holds nothing that came before it. `done`: an erasure that is
   * done clears its own row.
   */
  readonly erased: 'rows' | 'identity' | 'events' | 'wait' | 'done';
  /** The members of an export that show what it holds; or why there is none. */
  readonly exported: readonly (keyof AnswerOf<typeof api.exportProfile>)[] | string;
  /** Texts and the like that identify no person. */
  readonly impersonal?: readonly Column[];
}

interface NotPersonal<Column> {
  /** What it holds instead of data of people who are served. */
  readonly notPersonal: string;
  /** Columns that are called like those of people and are not. */
  readonly impersonal?: readonly Column[];
}

export type SiteTables = {
  readonly [T in SiteTable]:
    | Personal<keyof Schema[T] & string>
    | NotPersonal<keyof Schema[T] & string>;
};

const configuration = { notPersonal: 'configuration by teammates' } as const;
const products = { notPersonal: 'products, and how they came in' } as const;
const keys = { notPersonal: 'keys, and the programs that use them' } as const;
const models = { notPersonal: 'counts of items over many people' } as const;

const notifications = { notPersonal: 'what teammates are told of the site' } as const;

const term = '`retentionDays`';
const whileSeen = 'until the person was not seen for `retentionDays`';
const moment = 'seconds';

export const siteTables = {
  affinity_total: { notPersonal: 'sums over all people of a site' },
  api_key: keys,
  approval_request: { notPersonal: 'what teammates asked of each other' },
  audience_list: { notPersonal: 'how many a list names' },
  audience_member: {
    holds: 'which of your lists name a person',
    kept: 'until you take them off the list',
    ...{ person: ['type', 'value'], erased: 'rows', exported: ['lists'] },
  },
  audit: { notPersonal: 'what teammates did; a person stands there as a keyed hash' },
  campaign_comment: { notPersonal: 'what teammates say of campaigns' },
  campaign_figures: { notPersonal: 'sums over the users of campaigns, by day' },
  campaign_journal: {
    notPersonal: 'what teammates learned by campaigns, and decided',
    impersonal: ['owner'],
  },
  campaign_rollout: { notPersonal: 'on which step a campaign is, and how its guardrails are' },
  deleted_feed: products,
  delivery: notifications,
  device: {
    holds: 'which device ids belong to which person',
    kept: whileSeen,
    person: ['user_id', 'owner_id', 'present_id'],
    erased: 'identity',
    exported: ['userIds'],
  },
  dynamic_weights: { notPersonal: 'weights of variations' },
  erasure: {
    holds: 'erasures: the name until it is done, keyed hashes from then on',
    kept: 'for good, so that no backup brings the person back',
    person: ['type', 'value', 'traces'],
    erased: 'done',
    exported: 'the erasure itself: its name goes when it is done, keyed hashes stay',
  },
  evaluation: { notPersonal: 'figures of strategies' },
  event: {
    holds:
      'what a person did and was shown: time, session, device id, products, searches, purchases, ' +
      'addresses of pages, the attributes that a decision read',
    kept: term,
    person: ['id', 'user_id', 'data'],
    impersonal: ['kind'],
    erased: 'events',
    exported: ['events'],
  },
  event_day_block: {
    holds: 'the products of each visit and order, by user id, taken from the events for models',
    kept: `${term}, and 455 days at most`,
    ...{ person: ['bytes'], erased: 'events', exported: ['events'] },
  },
  event_day_change: { notPersonal: 'how often each day of the log has changed, and its version' },
  event_import: {
    notPersonal: 'how many events of an import were new, until it ends',
    impersonal: ['kind'],
  },
  excluded_traffic: { notPersonal: 'how many decisions of a campaign no report counts' },
  exposure: {
    holds: 'the first variation of a test that a person got, and when',
    kept: whileSeen,
    person: ['user_id', 'event_id', 'device', 'browser', 'is_returning', 'unit_id', 'draw'],
    erased: 'rows',
    exported: ['events'],
  },
  feed: products,
  feed_change: products,
  feed_health: products,
  feed_pull: products,
  feed_pull_run: products,
  feed_revision: products,
  feed_schedule: products,
  feed_transaction: products,
  feed_transaction_item: products,
  feed_upload: products,
  feed_upload_part: products,
  idempotent_answer: { notPersonal: 'answers about rows by their place, for a day' },
  identifier: {
    holds: 'the names that you know a person by: hashed e-mail addresses, ids of yours',
    kept: whileSeen,
    person: ['type', 'value', 'person_id'],
    erased: 'identity',
    exported: ['identifiers'],
  },
  inbox: {
    holds: 'events that wait to be worked off',
    kept: moment,
    person: ['entry', 'packed'],
    erased: 'wait',
    exported: 'in a moment it is in the event log',
  },
  ingestion_warning: { notPersonal: 'kinds of errors, and samples that can name no person' },
  invitation: { notPersonal: 'teammates', impersonal: ['email'] },
  item: products,
  item_version: products,
  kept_configuration: configuration,
  key_client: keys,
  key_use: keys,
  managed_object: configuration,
  membership: { notPersonal: 'teammates' },
  model: models,
  model_cpu: { notPersonal: 'how long models and evaluations took' },
  model_part: models,
  model_version: models,
  nightly_export: { notPersonal: 'when a site was exported' },
  nightly_export_kind: { notPersonal: 'how many rows of a site were exported' },
  node_revision: { notPersonal: 'what each node has applied' },
  notification_channel: configuration,
  notified: notifications,
  object_version: configuration,
  profile: {
    holds:
      'counts of interests and events by day, products last seen and bought, variations of tests, ' +
      'the first and the last visit',
    kept: `counts and products ${term}, the rest ${whileSeen}`,
    ...{ person: ['user_id', 'state'], erased: 'rows', exported: ['affinity'] },
  },
  publication: configuration,
  published_campaign: configuration,
  purchase: {
    holds: 'ids of orders that were counted',
    kept: term,
    person: ['transaction_id', 'claimant', 'event_id'],
    ...{ erased: 'events', exported: ['events'] },
  },
  recommendation_count: { notPersonal: 'how often strategies showed items, by day' },
  recommendation_figures: { notPersonal: 'sums over purchases after recommendations, by day' },
  recommended_item: { notPersonal: 'which items strategies showed, by day' },
  refund: {
    holds: 'ids of orders whose refund was counted',
    kept: term,
    person: ['transaction_id', 'claimant', 'event_id'],
    ...{ erased: 'events', exported: ['events'] },
  },
  rejected_entry: {
    holds: 'events that could not be worked off, for the operator',
    kept: term,
    person: ['entry'],
    impersonal: ['reason'],
    erased: 'rows',
    exported: 'no worker could read it: it names no person until it is repaired and logged',
  },
  scheduled_publication: configuration,
  signing_key: configuration,
  stale_profile: {
    holds: 'user ids whose profile is being made again',
    kept: moment,
    ...{ person: ['user_id'], erased: 'rows' },
    exported: 'it only says that a profile is to be made again',
  },
  unit_assignment: {
    holds: 'the variation that a shared device stays with; that of an account, which is no person',
    kept: 'until the device was not seen for `retentionDays`',
    person: ['unit_id'],
    impersonal: ['key'],
    ...{ erased: 'rows', exported: ['events'] },
  },
  user_fact: {
    holds: "attributes that you send of a person; teammates' edits of their affinity",
    kept: `attributes until you delete them, edits ${whileSeen}`,
    person: ['type', 'value', 'attributes', 'edits'],
    erased: 'rows',
    exported: ['attributes', 'affinityEdits'],
  },
  user_import: { notPersonal: 'how many rows an import had' },
  user_import_row: { notPersonal: 'what became of rows, by their place and without their values' },
} as const satisfies SiteTables;

/** The names of the tables that hold rows of sites, in order. */
export const siteTableNames: readonly string[] = Object.keys(siteTables);

type Declared = typeof siteTables;

/** The tables out of which a person's data goes in one way. */
export type TableErasedBy<How extends Personal<string>['erased']> = {
  [T in keyof Declared]: Declared[T] extends { erased: How } ? T : never;
}[keyof Declared];

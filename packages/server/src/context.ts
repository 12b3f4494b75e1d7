// What every feature is given: resources, and the types for what a node knows of a site.
import type { IncomingMessage } from 'node:http';
import type { ApprovalRule, Feature, Permission, Source, Vertical } from '@attune/contract';
import type {
  AffinitySettings,
  CompiledCampaign,
  CompiledCondition,
  CompiledStrategy,
  Normaliser,
} from '@attune/core';
import type { Pool } from 'pg';
import type { BackgroundWork } from './background.ts';
import type { NodeBuckets, RateLimit } from './buckets.ts';
import type { Config } from './config.ts';
import type { Db } from './db/schema.ts';
import type { Geo } from './geo.ts';
import type { Health } from './health.ts';
import type { Live } from './log/live.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './log/metrics.ts';
import type { NatsReport } from './log/nats-gauges.ts';
import type { PassedOver } from './passed-over.ts';
import type { Secrets } from './secrets.ts';
import type { SigningKeys } from './signing.ts';

export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly live: Live;
  readonly buckets: NodeBuckets;
  /** By how many processes the node answers: each has its part of what the node may take. */
  readonly apiProcesses: number;
  readonly db: Db;
  /** For what Kysely does not say: COPY. */
  readonly pool: Pool;
  readonly secrets: Secrets;
  /** Milliseconds since the database last confirmed the snapshots. */
  readonly now: () => number;
  readonly snapshots: Snapshots;
  readonly ledger: Ledger;
  readonly background: BackgroundWork;
  readonly health: Health;
  readonly geo: Geo;
  readonly inbox: InboxView;
}

/** Where events wait for a worker, as others than the worker see it. */
export interface InboxView {
  /** By a transaction, where one holds the inbox's tables. */
  readonly mark: (tx?: Db) => Promise<InboxMark>;
  readonly report: () => Promise<InboxReport>;
}

/** A moment of the inbox: ids of its table, and places of its stream, up to these. */
export interface InboxMark {
  readonly inboxId: string;
  readonly place: string;
}

/** What an operator should know of the inbox. */
export interface InboxReport {
  /** What it is. */
  readonly what: string;
  /** What is wrong, in sentences; empty where nothing is. */
  readonly reasons: readonly string[];
  /** The highest place of its stream; null: it has none, or cannot be reached. */
  readonly lastPlace: number | null;
  /** Null: it has none. */
  readonly nats: NatsReport | null;
}

/** A key that was deleted. */
export interface KeyDeletion {
  /** RFC 3339. */
  readonly at: string;
  /** SHA-256 of the value, hex. */
  readonly key: string;
}

/** A person who was erased. */
export interface ErasureDeletion {
  /** RFC 3339. */
  readonly at: string;
  /** The erasure's id. */
  readonly erasure: string;
  /** Which site: a keyed hash of its salt. */
  readonly site: string;
  /** Keyed hashes of the person's names and user ids, hex. */
  readonly traces: readonly string[];
  /** Of what pages have told of a device alone. */
  readonly claims?: boolean;
}

/** What was deleted for good, stored outside the database so that no backup revives it. */
export interface Ledger {
  /** Resolves when the entries survive a power cut. Throws `not_ready` when they may not. */
  readonly append: (entries: readonly (KeyDeletion | ErasureDeletion)[]) => Promise<void>;
}

/** An API key in a node's memory: no value, only the hash that it is found by. */
export interface KeyRecord {
  readonly id: number;
  readonly siteId: number;
  readonly name: string;
  readonly source: Source;
  readonly permissions: readonly Permission[];
  readonly allowedOrigins: readonly string[] | undefined;
  readonly expiresAt: number | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Reads of profiles that are not there, a minute; undefined: as many as any key may. */
  readonly profileMisses: number | undefined;
  /** Are its requests read in the names of the original API family as well? */
  readonly isCompatible: boolean;
}

export interface SiteSettings {
  /** IANA name; times in conditions are in this zone. */
  readonly timeZone: string;
  readonly currency: string;
  readonly requireConsent: boolean;
  /** Must a Client-side caller prove a `cuid` with `user.token`? */
  readonly requireIdentityToken: boolean;
  readonly affinity: AffinitySettings;
  /** How often a day one user counts in what is learned of all. */
  readonly learningCap: number;
  /** By what the site's own people are known: they are served as visitors, and count in nothing. */
  readonly internalTraffic: {
    /** Addresses and CIDR ranges. */
    readonly addresses: readonly string[];
    /** Parts of user agents, in any case. */
    readonly userAgents: readonly string[];
    /** The id of an audience. */
    readonly audience: number | null;
  };
  /** Which decisions are logged: those that gave something, or all of them. */
  readonly decisionLog: 'served' | 'all';
  /** Who approves a draft before it is published. */
  readonly approval: ApprovalRule;
  /** For how many days before today events stay, and what comes of them. */
  readonly retentionDays: number;
  readonly auditRetentionDays: number;
  /** Is it exported each night, where the operator has said where to? */
  readonly nightlyExport: boolean;
}

export interface Site {
  readonly id: number;
  readonly name: string;
  readonly vertical: Vertical;
  readonly features: readonly Feature[];
  readonly settings: SiteSettings;
  readonly salt: Buffer;
  readonly revision: number;
  /** The first day of which events have not been dropped, YYYY-MM-DD; null: none ever were. */
  readonly eventsFrom: string | null;
}

export interface FeedRecord {
  readonly id: string;
  readonly name: string;
  readonly affinity: readonly string[];
  /** What counts as in stock though it is to be ordered; absent in a snapshot of before: all. */
  readonly orderable?: readonly string[];
}

/** The version of a model that nodes use. */
export interface ModelVersion {
  readonly version: number;
  /** Of the stored version, and about as many in memory. */
  readonly bytes: number;
  /** Milliseconds since the database last confirmed the snapshots. */
  readonly builtAt: number;
}

/** A campaign in a node's memory. */
export interface CampaignRecord {
  readonly id: number;
  readonly selector: string;
  readonly status: 'draft' | 'live' | 'paused';
  /** What is live; undefined before the first publication. */
  readonly published: CompiledCampaign | undefined;
  /** What a preview shows; compiled on first use. */
  readonly draft: () => CompiledCampaign;
}

/** Everything that a node needs to decide for a site: in memory, immutable. */
export interface SiteSnapshot {
  readonly site: Site;
  /** Of people; the site's own. */
  readonly identifierTypes: readonly string[];
  readonly accountTypes: readonly string[];
  readonly feeds: readonly FeedRecord[];
  readonly campaignsById: ReadonlyMap<number, CampaignRecord>;
  readonly campaignsBySelector: ReadonlyMap<string, CampaignRecord>;
  readonly campaignsByGroup: ReadonlyMap<string, readonly CampaignRecord[]>;
  readonly normaliser: Normaliser | undefined;
  /** By the model's key. */
  readonly models: ReadonlyMap<string, ModelVersion>;
  /** Keys of the models of popularity, the preferred one first. */
  readonly popularityKeys: readonly string[];
  readonly strategies: ReadonlyMap<number, CompiledStrategy>;
  /** The audience of the site's own people; undefined where none is named. */
  readonly internalAudience: CompiledCondition | undefined;
  /** The identity secret, opened; undefined where the master key does not open it. */
  readonly identitySecret: Buffer | undefined;
  /** By which decision, slot and preview ids are made and known. */
  readonly signingKeys: SigningKeys;
}

/** The snapshots of all sites, kept up with the database. */
export interface Snapshots {
  readonly site: (id: number) => SiteSnapshot | undefined;
  readonly siteByName: (name: string) => SiteSnapshot | undefined;
  /** All sites in memory. */
  readonly all: () => readonly SiteSnapshot[];
  /** By the SHA-256 of the value, hex. */
  readonly key: (hash: string) => KeyRecord | undefined;
  /**
   * A key was deleted. Resolves when this node refuses it, even if it cannot ask the database.
   */
  readonly forgetKey: (hash: string) => Promise<void>;
  /** Milliseconds since the database last confirmed the snapshots. */
  readonly ageMs: () => number;
  /** Is the database answering, as far as this node knows? */
  readonly isConfirmed: () => boolean;
  /** Asks the database now. Resolves when all that was committed before is applied here. */
  readonly catchUp: () => Promise<void>;
}

/** Counts a use of a key: for which permission (null where none was used), and by which client. */
export type NoteUse = (
  key: KeyRecord,
  permission: Permission | null,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
) => void;

/** Counts what of a request was passed over or refused, and where. */
export type NotePassedOver = (
  key: KeyRecord,
  request: {
    readonly endpoint: string;
    readonly traceId: string;
    readonly body: unknown;
    readonly passedOver: readonly PassedOver[];
  },
) => void;

/** A revision that a node has applied: the keys of a site, or all the rest of it. */
export interface AppliedRevision {
  readonly siteId: number;
  readonly revision: number;
  readonly what: 'keys' | 'rest';
}

/** Who makes a change of a site, as named in the audit log. */
export interface Who {
  readonly siteId: number;
  readonly actor: string;
}

/** The caller: a key, and through it the only site that the request can reach. */
export interface Caller {
  readonly key: KeyRecord;
  readonly snapshot: SiteSnapshot;
  /** Are requests in the names of the original API family read? */
  readonly isCompatible: boolean;
}

/** The teammate who is signed in to the console. */
export interface Teammate {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  /** The session of the request. */
  readonly sessionId: string;
}

/** What the transport itself shows of the client. */
export interface Client {
  readonly userAgent: string | undefined;
  /** ISO 3166 country that a trusted edge put into a header, if any. */
  readonly country: string | undefined;
  readonly address: string | undefined;
  /** Is it a browser that loads a page before anybody asks for it? */
  readonly isPrefetch: boolean;
}

/** Of a request that a teammate or a test makes up. */
export const noClient: Client = {
  ...{ userAgent: undefined, country: undefined, address: undefined },
  isPrefetch: false,
};

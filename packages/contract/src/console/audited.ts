// What the audit log is about, kind by kind, and which role reads what was done to each.
import type { ConsoleEndpoint, Membership } from './endpoint.ts';
import { mayUse } from './endpoint.ts';
import type { consoleApi } from './index.ts';

export type ConsoleEndpointName = keyof typeof consoleApi;

/** The endpoints by name, as far as access goes: the contract's, or what the console has of it. */
export type AccessTable = Readonly<
  Record<ConsoleEndpointName, Pick<ConsoleEndpoint, 'access' | 'codeEditing'>>
>;

/**
 * Kinds of things, as the action of an entry begins (`campaign.publish`), each with the endpoint
 * that decides: who may use it reads what was done to such things.
 */
const readBy = {
  affinity: 'changeSettings',
  audience: 'replaceAudience',
  campaign: 'replaceCampaign',
  channel: 'replaceChannel',
  demo: 'changeSettings',
  feed: 'changeFeed',
  holdout: 'replaceHoldout',
  'identifier-type': 'replaceIdentifierType',
  identifiers: 'changeSettings',
  key: 'listKeys',
  layer: 'replaceLayer',
  metric: 'replaceMetric',
  model: 'rebuildModel',
  retention: 'changeSettings',
  site: 'changeSettings',
  strategy: 'replaceStrategy',
  teammate: 'changeTeammate',
  template: 'replaceTemplate',
  user: 'eraseUser',
  users: 'eraseUser',
  weights: 'replaceCampaign',
} as const satisfies Record<string, ConsoleEndpointName>;

export type AuditedKind = keyof typeof readBy;
export const auditedKinds = Object.keys(readBy) as readonly AuditedKind[];

const automatic: readonly AuditedKind[] = [
  ...(['affinity', 'demo', 'identifiers', 'model', 'retention', 'weights'] as const),
];

/** Does Attune change things of a kind by itself? Their entries would hide those of people. */
export const isAutomatic = (kind: AuditedKind): boolean => automatic.includes(kind);

/** The kinds whose entries a teammate reads. */
export function kindsReadBy(membership: Membership, table: AccessTable): readonly AuditedKind[] {
  return auditedKinds.filter((kind) => mayUse(table[readBy[kind]], membership));
}

/** The role that reads entries of a kind. */
export const readerOf = (kind: AuditedKind, table: AccessTable) => table[readBy[kind]].access;

/** The kind that an action is about; undefined for one that is not known. */
export function kindOfAction(action: string): AuditedKind | undefined {
  const [first] = action.split('.');
  return auditedKinds.find((kind) => kind === first);
}

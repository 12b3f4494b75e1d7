// What of a site's settings was changed here and not saved yet.
import type { ChangeSettingsInput } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';

export type Settings = Answer<'readSettings'>;

/** What can be edited, each by its own name. */
export type Values = Pick<
  Settings,
  | 'vertical'
  | 'features'
  | 'timeZone'
  | 'currency'
  | 'requireConsent'
  | 'requireIdentityToken'
  | 'decisionLog'
  | 'approval'
  | 'retentionDays'
  | 'auditRetentionDays'
  | 'nightlyExport'
  | 'learningCap'
  | 'internalTraffic'
> &
  Omit<Settings['affinity'], 'propertiesInUse' | 'siteWeightsLearned'>;

/** Only what differs from what is saved. */
export type Draft = Partial<Values>;

/** As people read them, in the order of the page. */
const labels: Readonly<Record<keyof Values, string>> = {
  vertical: 'Vertical',
  features: 'Features',
  timeZone: 'Time zone',
  currency: 'Currency',
  requireConsent: 'Consent',
  requireIdentityToken: 'User token',
  decisionLog: 'Decision log',
  approval: 'Approval of campaigns',
  retentionDays: 'Retention of events',
  auditRetentionDays: 'Retention of the audit log',
  nightlyExport: 'Nightly export',
  learningCap: 'Daily cap per visitor',
  internalTraffic: 'Internal traffic',
  properties: 'Affinity properties',
  weights: 'Signal weights',
  halfLifeDays: 'Half-life',
  halfLifeDaysByProperty: 'Half-life by property',
  normalisation: 'Popularity correction',
  siteWeight: 'Site average',
  dailyCap: 'Daily cap',
  bandsByProperty: 'Number ranges',
  sessionMinutes: 'Length of a visit',
  sessionBlend: 'Share of the visit',
  muted: 'Muted values',
};

export function valuesOf(settings: Settings): Values {
  const { vertical, features, timeZone, currency } = settings;
  const { requireConsent, requireIdentityToken, decisionLog, approval } = settings;
  const { retentionDays, auditRetentionDays, learningCap, internalTraffic } = settings;
  const { nightlyExport } = settings;
  const { propertiesInUse: _, siteWeightsLearned: __, ...affinity } = settings.affinity;
  return {
    ...{ vertical, features, timeZone, currency },
    ...{ requireConsent, requireIdentityToken, decisionLog, approval },
    ...{ retentionDays, auditRetentionDays, nightlyExport, learningCap, internalTraffic },
    ...affinity,
  };
}

/** The draft without what is the same as what is saved. */
export function changesOnly(draft: Draft, saved: Values): Draft {
  return Object.fromEntries(
    names(draft)
      .filter((name) => !isSame(draft[name], saved[name]))
      .map((name) => [name, draft[name]]),
  );
}

/** What has been changed, in words. */
export function changedLabels(draft: Draft): string[] {
  return (Object.keys(labels) as (keyof Values)[])
    .filter((name) => name in draft)
    .map((name) => labels[name]);
}

/** What to send: what was changed alone, so that no other teammate's change is undone. */
export function bodyOf(draft: Draft, saved: Values): ChangeSettingsInput {
  const { vertical, features, timeZone, currency } = draft;
  const { requireConsent, requireIdentityToken, decisionLog, approval } = draft;
  const { retentionDays, auditRetentionDays, learningCap, internalTraffic } = draft;
  const { nightlyExport } = draft;
  const site = { vertical, features, timeZone, currency, retentionDays, auditRetentionDays };
  const people = { requireConsent, requireIdentityToken, decisionLog, approval };
  const rest = { ...site, ...people, nightlyExport, learningCap, internalTraffic };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const affinity = affinityOf(draft, saved);
  return { ...given, ...(Object.keys(affinity).length > 0 && { affinity }) };
}

/** Of affinity, what was changed; what is proposed is sent in the same form as what is saved. */
export function affinityOf(
  draft: Draft,
  saved: Values,
): NonNullable<ChangeSettingsInput['affinity']> {
  const { properties, weights, halfLifeDaysByProperty: halfLives, bandsByProperty: bands } = draft;
  const { halfLifeDays, normalisation, siteWeight, dailyCap } = draft;
  const { sessionMinutes, sessionBlend, muted } = draft;
  const ranking = { properties, halfLifeDays, normalisation, siteWeight, dailyCap };
  const given = Object.entries({ ...ranking, sessionMinutes, sessionBlend, muted }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...Object.fromEntries(given),
    ...(weights && { weights: differing(weights, saved.weights) }),
    ...(halfLives && {
      halfLifeDaysByProperty: { ...gone(halfLives, saved.halfLifeDaysByProperty), ...halfLives },
    }),
    ...(bands && { bandsByProperty: { ...gone(bands, saved.bandsByProperty), ...bands } }),
  };
}

/** What is there no more, as a change says it: null. */
function gone(now: object, before: object): Record<string, null> {
  const names = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  return Object.fromEntries(names.map((name) => [name, null]));
}

function differing(weights: Values['weights'], saved: Values['weights']): Values['weights'] {
  return Object.fromEntries(
    Object.entries(weights).filter(([signal, weight]) => weight !== saved[signal]),
  );
}

const names = (draft: Draft) => Object.keys(draft) as (keyof Values)[];

/** Whatever order the names of members stand in: the database has one of its own. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

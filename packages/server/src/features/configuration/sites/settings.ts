// What a site can set, with its defaults. Stored as what differs from them.

import { approvalRules, type Fault, retentionBounds } from '@attune/contract';
import {
  type AffinitySettings,
  checkAffinitySettings,
  defaultAffinitySettings,
  pointerTo,
} from '@attune/core';
import { isRange } from '../../../address-ranges.ts';
import type { SiteSettings } from '../../../context.ts';

const defaults: SiteSettings = {
  timeZone: 'UTC',
  currency: 'USD',
  requireConsent: false,
  requireIdentityToken: true,
  affinity: defaultAffinitySettings,
  learningCap: 20,
  internalTraffic: { addresses: [], userAgents: [], audience: null },
  decisionLog: 'served',
  approval: 'none',
  retentionDays: 400,
  auditRetentionDays: 400,
  nightlyExport: false,
};

const affinityNames: readonly (keyof AffinitySettings)[] = [
  'weights',
  'halfLifeDays',
  'halfLifeDaysByProperty',
  'normalisation',
  'siteWeight',
  'dailyCap',
  'properties',
  'bandsByProperty',
  'sessionMinutes',
  'sessionBlend',
  'muted',
];

type Rules = SiteSettings['internalTraffic'];

type Stored = Partial<Omit<SiteSettings, 'affinity' | 'internalTraffic'>> & {
  affinity?: Partial<AffinitySettings>;
  internalTraffic?: Partial<SiteSettings['internalTraffic']>;
};

/** Settings as stored, completed by the defaults. */
export function completeSettings(stored: Record<string, unknown>): SiteSettings {
  const { affinity, internalTraffic, ...rest } = stored as Stored;
  const weights = { ...defaults.affinity.weights, ...affinity?.weights };
  return {
    ...{ ...defaults, ...rest },
    affinity: { ...defaults.affinity, ...affinity, weights },
    internalTraffic: { ...defaults.internalTraffic, ...internalTraffic },
  };
}

/** Checks settings before they are stored. */
export function checkSettings(stored: Record<string, unknown>): Fault[] {
  const misplaced = validateForm(stored);
  if (misplaced.length > 0) return misplaced;
  const settings = completeSettings(stored);
  return [
    ...when(!isTimeZone(settings.timeZone), '/timeZone', 'must be an IANA time zone'),
    ...when(!isCurrency(settings.currency), '/currency', 'must be an ISO 4217 code'),
    ...when(typeof settings.requireConsent !== 'boolean', '/requireConsent', 'must be boolean'),
    ...when(
      typeof settings.requireIdentityToken !== 'boolean',
      '/requireIdentityToken',
      'must be boolean',
    ),
    ...when(typeof settings.nightlyExport !== 'boolean', '/nightlyExport', 'must be boolean'),
    ...when(
      !isWithin(settings.learningCap, 1, 1_000),
      '/learningCap',
      'must be a whole number from 1 to 1000',
    ),
    ...when(
      !['served', 'all'].includes(settings.decisionLog),
      '/decisionLog',
      'must be served or all',
    ),
    ...when(
      !approvalRules.includes(settings.approval),
      '/approval',
      `must be one of ${approvalRules.join(', ')}`,
    ),
    ...Object.entries(retentionBounds).flatMap(([name, [least, most]]) => {
      const days = settings[name as keyof typeof retentionBounds];
      const isRight = Number.isInteger(days) && days >= least && days <= most;
      return when(!isRight, `/${name}`, `must be a whole number of days from ${least} to ${most}`);
    }),
    ...internalFaults(settings.internalTraffic),
    ...checkAffinitySettings(settings.affinity).map(({ pointer, detail }) => ({
      pointer: `/affinity${pointer}`,
      detail,
    })),
  ];
}

const mostRules = 100;
const longestRule = 200;

/** What is wrong with how the site's own people are known. */
function internalFaults({ addresses, userAgents, audience }: Rules): Fault[] {
  const at = '/internalTraffic';
  const listFaults = (
    name: string,
    list: unknown,
    isOne: (text: string) => boolean,
    what: string,
  ) => {
    if (!Array.isArray(list)) return [{ pointer: `${at}/${name}`, detail: 'must be a list' }];
    const many = list.length > mostRules;
    return [
      ...when(many, `${at}/${name}`, `must not have more than ${mostRules} entries`),
      ...list.flatMap((one, place) =>
        when(
          typeof one !== 'string' || one.length > longestRule || !isOne(one),
          `${at}/${name}/${place}`,
          what,
        ),
      ),
    ];
  };
  const isAgent = (text: string) => text.trim().length >= 3;
  return [
    ...listFaults('addresses', addresses, isRange, 'must be an IP address or a CIDR range'),
    ...listFaults('userAgents', userAgents, isAgent, 'must be text of 3 to 200 characters'),
    ...when(
      audience !== null && !Number.isSafeInteger(audience),
      `${at}/audience`,
      'must be the id of an audience, or null',
    ),
  ];
}

/** Names that mean nothing, and single values where named ones belong. */
function validateForm(stored: Record<string, unknown>): Fault[] {
  const { affinity = {}, internalTraffic = {} } = stored;
  const { weights = {} } = isObject(affinity) ? affinity : {};
  return [
    ...unknownIn(stored, Object.keys(defaults), ''),
    ...unknownIn(affinity, affinityNames, '/affinity'),
    ...unknownIn(internalTraffic, Object.keys(defaults.internalTraffic), '/internalTraffic'),
    ...unknownIn(weights, Object.keys(defaults.affinity.weights), '/affinity/weights'),
  ];
}

function unknownIn(value: unknown, names: readonly string[], pointer: string): Fault[] {
  if (!isObject(value)) return [{ pointer, detail: 'must be an object' }];
  return Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => ({ pointer: pointerTo(pointer, name), detail: 'is not a setting' }));
}

/** Has a value members that are named? */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function when(isWrong: boolean, pointer: string, detail: string): Fault[] {
  return isWrong ? [{ pointer, detail }] : [];
}

const isWithin = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

function isTimeZone(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl throws RangeError for an unknown zone.
    return false;
  }
}

function isCurrency(code: unknown): boolean {
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code);
}

/** JSON merge patch (RFC 7396) of plain objects. */
export function mergeSettings(
  target: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (isObject(value))
      merged[name] = mergeSettings(isObject(merged[name]) ? merged[name] : {}, value);
    else merged[name] = value;
  }
  return merged;
}

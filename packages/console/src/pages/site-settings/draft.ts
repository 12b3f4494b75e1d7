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
> &
  Settings['affinity'];

/** Only what differs from what is saved. */
export type Draft = Partial<Values>;

/** As people read them, in the order of the page. */
const labels: Readonly<Record<keyof Values, string>> = {
  vertical: 'Vertical',
  features: 'Features',
  timeZone: 'Time zone',
  currency: 'Currency',
  requireConsent: 'Consent',
  requireIdentityToken: 'Identity token',
  decisionLog: 'Decision log',
  properties: 'Affinity properties',
  weights: 'Weights',
  halfLifeDays: 'Half-life',
};

export function valuesOf(settings: Settings): Values {
  const { vertical, features, timeZone, currency } = settings;
  const { requireConsent, requireIdentityToken, decisionLog } = settings;
  const { properties, weights, halfLifeDays } = settings.affinity;
  return {
    ...{ vertical, features, timeZone, currency },
    ...{ requireConsent, requireIdentityToken, decisionLog },
    ...{ properties, weights, halfLifeDays },
  };
}

/** The draft without what is the same as what is saved. */
export function settled(draft: Draft, saved: Values): Draft {
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

/** What to send: what was changed alone, so that nobody else's change is undone. */
export function bodyOf(draft: Draft, saved: Values): ChangeSettingsInput {
  const { properties, weights, halfLifeDays, ...rest } = draft;
  const affinity = {
    ...(properties !== undefined && { properties }),
    ...(weights && { weights: differing(weights, saved.weights) }),
    ...(halfLifeDays !== undefined && { halfLifeDays }),
  };
  return { ...rest, ...(Object.keys(affinity).length > 0 && { affinity }) };
}

function differing(weights: Values['weights'], saved: Values['weights']): Values['weights'] {
  return Object.fromEntries(
    Object.entries(weights).filter(([signal, weight]) => weight !== saved[signal]),
  );
}

const names = (draft: Draft) => Object.keys(draft) as (keyof Values)[];

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

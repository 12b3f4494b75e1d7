// A strategy as it is edited, and what its pages say of its versions.
import type { StrategyInput } from '@attune/contract';
import { consoleApi } from '../../../api/endpoints.ts';
import type { Kind } from '../../../versioned/kind.ts';
import { useVersioned, type VersionedForm } from '../../../versioned/use-versioned.ts';
import { differencesBetween } from '../differences.ts';
import { bodyOf, type Draft, draftOf } from '../draft.ts';
import { type Strategy, stale } from '../strategy.ts';

export const strategyKind: Kind<Strategy, StrategyInput, Draft> = {
  noun: 'strategy',
  endpoints: {
    read: consoleApi.readStrategy,
    replace: consoleApi.replaceStrategy,
    restore: consoleApi.restoreStrategy,
    versions: consoleApi.listStrategyVersions,
    version: consoleApi.readStrategyVersion,
  },
  stale,
  bodyIn: ({ strategy }) => strategy,
  ...{ draftOf, bodyOf, differencesBetween },
  save: 'Save',
  restore: 'Restore',
  sayRestored: (what) =>
    `The strategy becomes what ${what} was, as a new version. Campaigns that use it follow at once.`,
};

export interface Form extends VersionedForm<Draft> {
  readonly strategy: Strategy;
}

export function useForm(strategy: Strategy): Form {
  return { ...useVersioned(strategyKind, strategy), strategy };
}

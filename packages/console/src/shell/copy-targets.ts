// The sites that experiences of this one can be copied to.
import { mayUse } from '@attune/contract';
import { consoleApi } from '../api/endpoints.ts';
import { type Site, useSession, useSite } from './site-context.ts';

/** The teammate's other sites on which they may import. */
export function useCopyTargets(): readonly Site[] {
  const { name } = useSite();
  return useSession().sites.filter(
    (one) => one.name !== name && mayUse(consoleApi.importExperiences, one),
  );
}

// The signed-in teammate and the current site, for everything shown within.
import { mayUse } from '@attune/contract';
import { createContext, useContext } from 'react';
import type { Answer, EndpointRef } from '../api/endpoints.ts';

export type Session = Answer<'readSession'>;
export type Site = Session['sites'][number];

export const SessionContext = createContext<Session | undefined>(undefined);
export const SiteContext = createContext<Site | undefined>(undefined);

/** The signed-in teammate and their sites. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This is shown to signed-in teammates alone.');
  return session;
}

/** The site that the address names, with what the teammate may do there. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('This is shown within a site alone.');
  return site;
}

/** May the teammate use an endpoint on the site? As the server will answer it. */
export function useMay(endpoint: Pick<EndpointRef, 'access' | 'codeEditing'>): boolean {
  return mayUse(endpoint, useSite());
}

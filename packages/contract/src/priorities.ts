// Who is answered first when a node is asked more than it can answer: a matter of the contract.
import type { Endpoint } from './endpoint.ts';
import type { Permission } from './permissions.ts';

/** From what is answered first to what is refused first. */
export const priorities = ['choose', 'userprofile', 'collect', 'feeds', 'management'] as const;
export type Priority = (typeof priorities)[number];

const byPermission: Readonly<Record<Permission, Priority>> = {
  serve: 'choose',
  userprofile: 'userprofile',
  collect: 'collect',
  feed: 'feeds',
  userdata: 'management',
  manage: 'management',
};

/** An endpoint's priority. What any key may ask, of itself, is small and comes first. */
export function priorityOf({ permission }: Endpoint): Priority {
  return permission === null ? 'choose' : byPermission[permission];
}

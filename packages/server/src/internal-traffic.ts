// Tells the traffic of a site's own people from visitors': by its address, or by its user agent.
import { type BlockList, isIP } from 'node:net';
import { familyOf, listOf } from './address-ranges.ts';
import type { Client, KeyRecord, SiteSettings } from './context.ts';

/** What a request tells of its visitor's device. */
export interface NamedDevice {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

type Rules = SiteSettings['internalTraffic'];

const lists = new WeakMap<Rules, BlockList>();

/**
 * Does a request come from the site's own people, by what its settings name? What it tells of the
 * visitor goes first; its own address and user agent are the visitor's where browsers send it.
 */
export function isInternalRequest(
  rules: Rules,
  { source }: Pick<KeyRecord, 'source'>,
  client: Pick<Client, 'userAgent' | 'address'> | undefined,
  named: NamedDevice = {},
): boolean {
  const { addresses, userAgents } = rules;
  if (addresses.length + userAgents.length === 0) return false;
  const own = source === 'Client-side' ? client : undefined;
  const address = named.ip ?? own?.address;
  if (address !== undefined && isIP(address) !== 0 && addresses.length > 0) {
    const list = lists.get(rules) ?? listOf(addresses);
    lists.set(rules, list);
    if (list.check(address, familyOf(address))) return true;
  }
  const agent = (named.userAgent ?? own?.userAgent)?.toLowerCase();
  return agent !== undefined && userAgents.some((part) => agent.includes(part.toLowerCase()));
}

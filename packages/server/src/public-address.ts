// Which addresses are of the public Internet: only these are asked without an operator's leave.
import { type BlockList, isIP } from 'node:net';
import { familyOf, isRange, listOf } from './address-ranges.ts';

/** IANA's registries of special addresses, and what is no unicast (RFC 6890 and its updates). */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** Of IPv6 only this is unicast of the Internet ... */
const global6 = ['2000::/3'];
/** ... without protocols' own (Teredo among them), 6to4, and documentation. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const refused4 = listOf(special4);
const allowed6 = listOf(global6);
const refused6 = listOf(special6);

/**
 * Is an address, in any of its spellings, public? IPv4 in IPv6 (mapped, NAT64, 6to4, Teredo) is
 * not, whatever it stands for: name the IPv4 address instead.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  // A zone (fe80::1%eth0) is only used for addresses of one's own network.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return !refused4.check(address, 'ipv4');
  return allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** Hosts that an operator allows though they are not public. */
export interface AllowedHosts {
  /** Names in lower case. */
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

/** Reads names, addresses and CIDR ranges. Throws a sentence about what is none of these. */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const ranges = entries.filter((entry) => isIP(entry.split('/')[0]!) !== 0);
  const names = entries.filter((entry) => !ranges.includes(entry));
  const wrong =
    names.find((name) => !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name)) ??
    ranges.find((range) => !isRange(range));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no host name, address or CIDR range`);
  return { names: new Set(names.map((name) => name.toLowerCase())), addresses: listOf(ranges) };
}

/** May this host be asked at this address of its? */
export function mayAsk(host: string, address: string, { names, addresses }: AllowedHosts): boolean {
  if (isPublicAddress(address) || names.has(host.toLowerCase())) return true;
  return addresses.check(address, familyOf(address));
}

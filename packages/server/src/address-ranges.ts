// Addresses and CIDR ranges, as settings name them.
import { BlockList, isIP } from 'node:net';

/** Is a text an address, or a range of them? */
export function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widthOf(version));
}

/** A list that finds the addresses of some ranges. */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits ?? widthOf(isIP(address))), familyOf(address));
  }
  return list;
}

/** The family of an address, as a list takes it. */
export const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const widthOf = (version: number) => (version === 4 ? 32 : 128);

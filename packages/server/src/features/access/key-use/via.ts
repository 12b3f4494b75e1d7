// Where a request comes from, as far as trusted proxies say: noted as text, read later.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { familyOf, listOf } from '../../../address-ranges.ts';

const viaMax = 200;

/** Addresses parted by commas, the nearest last; undefined when the connection is gone. */
export function readVia(
  headers: IncomingHttpHeaders,
  { remoteAddress }: Pick<Socket, 'remoteAddress'>,
  believesProxies: boolean,
): string | undefined {
  const forwarded = believesProxies ? headers['x-forwarded-for'] : undefined;
  if (remoteAddress === undefined || forwarded === undefined) return remoteAddress;
  const header = typeof forwarded === 'string' ? forwarded : forwarded.join();
  const via = `${header},${remoteAddress}`;
  return via.length > viaMax ? via.slice(-viaMax) : via;
}

/** Makes what finds the nearest address that is not a trusted proxy's; addresses or CIDR ranges. */
export function addressFinder(trustedProxies: readonly string[]): (via: string) => string {
  const trusted = listOf(trustedProxies);
  return (via) => {
    let found = '';
    for (const part of via.split(',').reverse()) {
      const address = part.trim().replace(/^::ffff:(?=[\d.]+$)/i, '');
      if (isIP(address) === 0) break;
      found = address;
      if (!trusted.check(address, familyOf(address))) break;
    }
    return found;
  };
}

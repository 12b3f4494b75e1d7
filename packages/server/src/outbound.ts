// Asks hosts of others: each is looked up, checked, and connected at the address that was checked.
import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { type AllowedHosts, mayAsk } from './public-address.ts';

/** A host that cannot be found, may not be asked, or is silent; its message may be shown. */
export class HostError extends Error {}

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly allowed: AllowedHosts;
  readonly signal: AbortSignal;
  /** Until the headers are there, and from one piece to the next. */
  readonly idleMs: number;
}

/** What is wrong with an address to ask; undefined: nothing that the address alone shows. */
export function addressFault(text: string, allowed: AllowedHosts): string | undefined {
  if (!URL.canParse(text)) return 'is no address: https://shop.example/feed.csv';
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  if (username !== '' || password !== '') return 'must not have a name and password in it';
  const address = bare(hostname);
  if (isIP(address) === 0 || mayAsk(address, address, allowed)) return undefined;
  return `${address} is no public address`;
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** The addresses of a host, all of them checked: one that is not public refuses the host. */
async function checkedAddresses(host: string, allowed: AllowedHosts) {
  const found =
    isIP(host) === 0
      ? await lookUp(host, { all: true, verbatim: true }).catch((cause) => {
          throw new HostError(`${host} cannot be found (${cause.code})`, { cause });
        })
      : [{ address: host, family: isIP(host) }];
  for (const { address } of found) {
    if (!mayAsk(host, address, allowed)) {
      throw new HostError(`${host} leads to ${address}, which is no public address`);
    }
  }
  return found;
}

/** What looks a name up: to the addresses that were checked, and not once more. */
const lookupOf =
  (addresses: readonly { readonly address: string; readonly family: number }[]): LookupFunction =>
  (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };

/** Connects to a host. Rejects with a HostError, or with the fault of the connection. */
export async function connectTo(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  { allowed, signal, idleMs }: Pick<OutboundRequest, 'allowed' | 'signal' | 'idleMs'>,
): Promise<Socket> {
  const host = bare(hostname);
  const lookup = lookupOf(await checkedAddresses(host, allowed));
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup, signal });
    socket.setTimeout(idleMs, () => socket.destroy(new HostError(`${host} was silent too long`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // What fails from here on is told by what reads.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/**
 * Asks a host, and follows no redirect. Rejects with a HostError, or with the fault of the
 * connection as Node reports it.
 */
export async function ask(
  url: URL,
  { method = 'GET', headers, body, allowed, signal, idleMs }: OutboundRequest,
): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(bare(url.hostname), allowed);
  const lookup = lookupOf(addresses);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = { method, headers, lookup, agent: false, signal, timeout: idleMs };
    const sent = request(url, options);
    sent.once('response', resolve);
    sent.once('timeout', () => sent.destroy(new HostError(`${url.host} was silent too long`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

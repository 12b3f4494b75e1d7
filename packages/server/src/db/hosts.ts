// A DATABASE_URL may name several hosts, in libpq's way; the driver reads URLs of one.

/** A server that a DATABASE_URL names. */
export interface Host {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

const usualPort = 5432;
const mustBe = 'must be an address such as postgresql://user@host:5432/database';
const form = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** What libpq knows of `target_session_attrs`, by whether it is what Attune does. */
const sessionAttributes: Readonly<Record<string, boolean>> = {
  'read-write': true,
  primary: true,
  any: false,
  standby: false,
  'prefer-standby': false,
  'read-only': false,
};

export interface DatabaseHosts {
  /** In the order of the URL; never empty. */
  readonly hosts: readonly Host[];
  /** The same URL with the first host alone, as the driver reads it. */
  readonly url: string;
}

/**
 * The hosts of a URL (PostgreSQL 18, 32.1.1.2 and 32.1.1.3). Throws a sentence about what is wrong,
 * which shows no password.
 */
export function hostsOf(url: string): DatabaseHosts {
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = form.exec(url) ?? [];
  if (scheme === '') throw new Error(mustBe);
  const parameters = new URLSearchParams(query);
  checkParameters(parameters);
  const named = parameters.get('host');
  const pairs = named === null ? authority.split(',').map(pairOf) : pairsOf(named, parameters);
  const hosts = pairs.map(([host, port]) => ({ host, port: portOf(port) }));
  if (hosts.length > 1 && hosts.some(({ host }) => host === '')) {
    throw new Error('names several hosts, one of which is empty');
  }
  if (hosts.length > 1 && authority !== '' && named !== null) {
    throw new Error('names hosts before the database and as a parameter: leave one of them out');
  }
  const single = hosts.length === 1 ? url : withOne(hosts[0]!);
  if (!URL.canParse(single)) throw new Error(mustBe);
  return { hosts, url: single };

  function withOne({ host, port }: Host): string {
    parameters.set('host', host);
    parameters.set('port', String(port));
    return `${scheme}${user}localhost${path}?${parameters}`;
  }
}

/** For people: a host and its port, without the rest of the URL. */
export const nameOf = ({ host, port }: Host) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

function checkParameters(parameters: URLSearchParams): void {
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && sessionAttributes[wanted] === undefined) {
    throw new Error(`has the unknown target_session_attrs "${wanted}": use read-write or primary`);
  }
  if (wanted !== null && !sessionAttributes[wanted]) {
    throw new Error(
      `has target_session_attrs=${wanted}, but Attune writes and needs the primary: use ` +
        'read-write or primary, or leave it out',
    );
  }
  const balance = parameters.get('load_balance_hosts');
  if (balance !== null && balance !== 'disable') {
    throw new Error('has load_balance_hosts, but Attune needs the primary: leave it out');
  }
}

/** The host and the port of `host:port`, `[address]:port` or `%2Ffolder:port`. */
function pairOf(text: string): [host: string, port: string] {
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error(`"${text}" is no host; put an IPv6 address in [ ]`);
  return [decodeURIComponent(host), port];
}

/** As many ports as hosts, or one for all of them. */
function pairsOf(named: string, parameters: URLSearchParams): [host: string, port: string][] {
  const hosts = named.split(',');
  const ports = (parameters.get('port') ?? '').split(',');
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error(`names ${hosts.length} hosts, but ${ports.length} ports`);
  }
  return hosts.map((host, at) => [host, ports[ports.length > 1 ? at : 0] ?? '']);
}

function portOf(text: string): number {
  if (text === '') return usualPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= 65_535) return port;
  throw new Error(`"${text}" is no port`);
}

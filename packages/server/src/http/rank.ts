// Which priority a request has, told from its method and address alone.
import { type Endpoint, endpoints, type Priority, pathForm, priorityOf } from '@attune/contract';
import { isOpenToBrowsers } from './cors.ts';
import type { HttpRequest } from './plain/exchange.ts';

export interface Rank {
  readonly priority: Priority;
  /** May scripts of any origin read the answer? */
  readonly isOpen: boolean;
  /** Is it answered whoever asks, without a key or a session? */
  readonly isPublic: boolean;
}

/** By these an operator sees an overload: they are answered in any. */
const neverShed = new Set(['/healthz', '/readyz', '/metrics']);
/** What no endpoint has: documentation, mistakes, and who tries doors. */
const other: Rank = { priority: 'management', isOpen: false, isPublic: true };
const consoleApi = '/console/api/';
const ofConsole: Rank = { ...other, isPublic: false };

/** The rank of a request; undefined for what is never refused. */
export function rankOf({
  method = 'GET',
  url = '/',
}: Pick<HttpRequest, 'method' | 'url'>): Rank | undefined {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const ranks = fixed.get(path) ?? (path.startsWith('/v2/') ? openRanks(path) : undefined);
  if (ranks) return ranks.get(method) ?? ranks.get('GET') ?? ranks.get('POST') ?? other;
  if (neverShed.has(path) || isConsoleFile(path)) return undefined;
  return path.startsWith(consoleApi) ? ofConsole : other;
}

/**
 * The console's page and scripts, which are in memory: to send one costs no more than to refuse it,
 * and without it nobody sees what goes on.
 */
const isConsoleFile = (path: string) =>
  path === '/console' || (path.startsWith('/console/') && !path.startsWith(consoleApi));

const openRanks = (path: string) => open.find(({ form }) => form.test(path))?.ranks;

type Ranks = ReadonlyMap<string, Rank>;

const rankOfEndpoint = (endpoint: Endpoint): Rank => ({
  priority: priorityOf(endpoint),
  isOpen: isOpenToBrowsers(endpoint),
  isPublic: false,
});
const byPath = [...Map.groupBy(endpoints, ({ path }) => path)].map(
  ([path, those]): [string, Ranks] => [
    path,
    new Map(those.map((endpoint) => [endpoint.method, rankOfEndpoint(endpoint)])),
  ],
);
const fixed: ReadonlyMap<string, Ranks> = new Map(byPath.filter(([path]) => !path.includes('{')));
const open = byPath
  .filter(([path]) => path.includes('{'))
  .map(([path, ranks]) => ({ form: pathForm(path), ranks }));

// attune keys ...
import { type Command, InvalidArgumentError } from 'commander';
import {
  changeKey,
  createKey,
  deleteKey,
  listKeys,
  rotateKey,
} from '../features/access/api-keys/index.ts';
import { group, listOf, subcommand, wholeNumberOf } from './command.ts';
import { table } from './output.ts';
import { actor, withSite } from './session.ts';

const none = 'none';

interface SiteOption {
  readonly site: string;
}

const sourceNames: Readonly<Record<string, string>> = {
  server: 'Server-side',
  client: 'Client-side',
};

function familyOf(text: string): boolean {
  if (text === 'dy' || text === none) return text === 'dy';
  throw new InvalidArgumentError('It is dy or none.');
}

interface CreateOptions extends SiteOption {
  readonly name: string;
  readonly notes?: string;
  readonly source: string;
  readonly permissions: string[];
  readonly expires?: string;
  readonly origins?: string[];
  readonly rateLimit?: number;
  readonly rateBurst?: number;
  readonly profileMisses?: number;
  readonly compatibility?: boolean;
  readonly showOnce?: boolean;
}

const create = subcommand<CreateOptions>('create', 'Create an API key.', (options) =>
  withSite(options.site, async (ctx, snapshot) => {
    const { name, notes, source, permissions, expires, origins, showOnce } = options;
    const { rateLimit, rateBurst, profileMisses, compatibility } = options;
    const request = {
      name,
      source: sourceNames[source] ?? source,
      permissions,
      ...(notes !== undefined && { notes }),
      ...(expires !== undefined && { expiresAt: expires }),
      ...(origins !== undefined && { allowedOrigins: origins }),
      ...(showOnce !== undefined && { showOnce }),
      ...(rateLimit !== undefined && { rateLimit }),
      ...(rateBurst !== undefined && { rateBurst }),
      ...(profileMisses !== undefined && { profileMisses }),
      ...(compatibility !== undefined && { compatibility }),
    };
    const key = await createKey(ctx, snapshot, request, actor);
    return { json: key, text: `Key ${key.id}, "${key.name}":\n${key.value}` };
  }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--name <name>', 'what it is for')
  .requiredOption('--source <source>', 'server or client')
  .requiredOption('--permissions <list>', 'e.g. serve,collect', listOf)
  .option('--notes <text>', 'internal notes')
  .option('--expires <time>', 'RFC 3339 time after which it is refused')
  .option('--origins <list>', 'origins that may use it, e.g. https://shop.example', listOf)
  .option('--rate-limit <number>', 'requests a second', wholeNumberOf)
  .option('--rate-burst <number>', 'requests at once; twice the limit', wholeNumberOf)
  .option('--profile-misses <number>', 'reads a minute of profiles not there', wholeNumberOf)
  .option('--compatibility <family>', 'dy: read the names of Dynamic Yield as well', familyOf)
  .option('--show-once', 'keep no copy of the value');

const list = subcommand<SiteOption>('list', 'List API keys.', ({ site }) =>
  withSite(site, async (ctx, { site: { id } }) => {
    const keys = await listKeys(ctx, id);
    const rows = keys.map((key) => [
      String(key.id),
      key.name,
      key.source,
      key.permissions.join(','),
      key.createdAt.toISOString().slice(0, 10),
      key.expiresAt?.toISOString().slice(0, 10) ?? 'never',
    ]);
    const head = ['ID', 'NAME', 'SOURCE', 'PERMISSIONS', 'CREATED', 'EXPIRES'];
    return { json: { keys }, text: table([head, ...rows]) };
  }),
).requiredOption('--site <name>', 'the site');

interface ChangeOptions extends SiteOption {
  readonly id: number;
  readonly name?: string;
  readonly notes?: string;
  readonly permissions?: string[];
  readonly expires?: string;
  readonly origins?: string[];
  readonly rateLimit?: number;
  readonly rateBurst?: number;
  readonly compatibility?: boolean;
}

const change = subcommand<ChangeOptions>(
  'change',
  'Change an API key. Settings that you leave out stay.',
  (options) =>
    withSite(options.site, async (ctx, snapshot) => {
      const { id, name, notes, permissions, expires, origins, rateLimit, rateBurst } = options;
      const { compatibility } = options;
      const wanted = {
        ...(name !== undefined && { name }),
        ...(notes !== undefined && { notes }),
        ...(permissions !== undefined && { permissions }),
        ...(expires !== undefined && { expiresAt: expires === none ? null : expires }),
        ...(origins !== undefined && { allowedOrigins: origins[0] === none ? null : origins }),
        ...(rateLimit !== undefined && { rateLimit: rateLimit === 0 ? null : rateLimit }),
        ...(rateBurst !== undefined && { rateBurst }),
        ...(compatibility !== undefined && { compatibility }),
      };
      await changeKey(ctx, snapshot, id, wanted, actor);
      return { json: { id, changed: true }, text: `Key ${id} is changed.` };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--id <id>', 'as `attune keys list` shows it', wholeNumberOf)
  .option('--name <name>', 'what it is for')
  .option('--notes <text>', 'internal notes')
  .option('--permissions <list>', 'all that it is to have, e.g. serve,collect', listOf)
  .option('--expires <time>', 'RFC 3339 time after which it is refused; or none')
  .option('--origins <list>', 'origins that may use it; or none, for any', listOf)
  .option('--rate-limit <number>', 'requests a second; 0 for no limit', wholeNumberOf)
  .option('--rate-burst <number>', 'requests at once; twice the limit', wholeNumberOf)
  .option('--compatibility <family>', 'dy: read the names of Dynamic Yield; or none', familyOf);

const remove = subcommand<SiteOption & { id: number }>(
  'delete',
  'Delete an API key, at once and for good.',
  ({ site, id }) =>
    withSite(site, async (ctx, snapshot) => {
      await deleteKey(ctx, snapshot.site.id, id, actor);
      return { json: { id, deleted: true }, text: `Key ${id} is deleted.` };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--id <id>', 'as `attune keys list` shows it', wholeNumberOf);

const rotate = subcommand<SiteOption & { id: number; grace: number }>(
  'rotate',
  'Create a successor. The old key works for the grace period (default: a day).',
  ({ site, id, grace }) =>
    withSite(site, async (ctx, snapshot) => {
      const made = await rotateKey(ctx, snapshot, id, grace, actor);
      const until = made.predecessorExpiresAt.toISOString();
      const text = `Key ${made.id} takes the place of ${id}, which works until ${until}:`;
      return { json: made, text: `${text}\n${made.value}` };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--id <id>', 'as `attune keys list` shows it', wholeNumberOf)
  .option('--grace <seconds>', 'how long the old one still works', wholeNumberOf, 86_400);

/** The commands of API keys. */
export const keyCommands: Command = group('keys', 'API keys.', [
  create,
  list,
  change,
  rotate,
  remove,
]);

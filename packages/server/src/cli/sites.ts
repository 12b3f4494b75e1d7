// attune site ...
import type { Command } from 'commander';
import { ApiError } from '../api-error.ts';
import {
  changeSettings,
  createSite,
  rotateSigningKey,
} from '../features/configuration/sites/index.ts';
import { readRetention, refuseUnconfirmedLoss } from '../features/operations/retention/index.ts';
import { identityToken } from '../features/people/identity/index.ts';
import { group, listOf, objectOf, subcommand, wholeNumberOf } from './command.ts';
import { actor, withResources, withSite } from './session.ts';

interface CreateOptions {
  readonly name: string;
  readonly vertical?: string;
  readonly settings?: Record<string, unknown>;
}

const create = subcommand<CreateOptions>('create', 'Create a site.', (options) =>
  withResources(async ({ ctx }) => {
    const site = await createSite(ctx, options, actor);
    return { json: site, text: `Site "${site.name}" (${site.vertical}) is there.` };
  }),
)
  .requiredOption('--name <name>', 'lower-case letters, digits and hyphens')
  .option('--vertical <vertical>', 'E-commerce unless given')
  .option('--settings <json>', 'a JSON object, as `attune site show` prints it', objectOf);

const show = subcommand<{ site: string }>('show', 'Show a site and its settings.', ({ site }) =>
  withSite(site, async (_ctx, { site: { salt: _salt, ...shown }, feeds, identifierTypes }) => {
    const json = { ...shown, identifierTypes, feeds };
    return { json, text: JSON.stringify(json, null, 2) };
  }),
).requiredOption('--site <name>', 'the site');

interface SetOptions {
  readonly site: string;
  readonly settings?: Record<string, unknown>;
  readonly features?: string[];
  readonly allowLoss?: boolean;
}

const set = subcommand<SetOptions>('set', 'Change settings or features.', (options) =>
  withSite(options.site, async (ctx, snapshot) => {
    const { settings, features, allowLoss } = options;
    const siteId = snapshot.site.id;
    if (settings && !allowLoss) await refuseUnconfirmedLoss(ctx, siteId, settings);
    const change = { ...(settings && { settings }), ...(features && { features }) };
    const stored = await changeSettings(ctx, siteId, change, actor);
    return { json: { settings: stored }, text: 'Changed. It acts on the next request.' };
  }),
)
  .requiredOption('--site <name>', 'the site')
  .option(
    '--settings <json>',
    'what changes, e.g. \'{"affinity":{"halfLifeDays":60}}\'; null: the default',
    objectOf,
  )
  .option('--features <list>', 'the features that are on', listOf)
  .option(
    '--allow-loss',
    'shorten a term, although something is past the new one and goes for good',
  );

const retention = subcommand<{ site: string; retentionDays?: number; auditRetentionDays?: number }>(
  'retention',
  'Show what of a site is past its term and goes within the hour, or would under other terms.',
  ({ site, ...terms }) =>
    withSite(site, async (ctx, snapshot) => {
      const json = await readRetention(ctx, snapshot.site.id, terms);
      return { json, text: sayRetention(json) };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--retention-days <days>', 'as if events were kept for so long', wholeNumberOf)
  .option('--audit-retention-days <days>', 'as if audit entries were', wholeNumberOf);

function sayRetention({
  retentionDays,
  auditRetentionDays,
  eventsFrom,
  events,
  audit,
}: Awaited<ReturnType<typeof readRetention>>): string {
  return [
    `Events: ${retentionDays} days. ${events.count} of ${events.days} days before ${events.before} go.`,
    `Audit entries: ${auditRetentionDays} days. ${audit.count} from before ${audit.before} go.`,
    eventsFrom
      ? `Events of before ${eventsFrom} have gone already.`
      : 'No events have gone so far.',
  ].join('\n');
}

interface TokenOptions {
  readonly site: string;
  readonly cuid?: string;
  readonly type: string;
}

const identity = subcommand<TokenOptions>(
  'identity-secret',
  "Show the secret that signs `user.token`, or one person's token.",
  ({ site, cuid, type }) =>
    withSite(site, async (_ctx, { identitySecret }) => {
      if (!identitySecret) {
        throw new ApiError('conflict', 'SECRET_KEY does not open the identity secret.');
      }
      const secret = identitySecret.toString('hex');
      if (cuid === undefined) return { json: { secret }, text: secret };
      const token = identityToken(identitySecret, { type, value: cuid });
      return { json: { token }, text: token };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--cuid <cuid>', 'the person whose token to show')
  .option('--type <type>', 'kind of the cuid', 'external');

const rotate = subcommand<{ site: string; dropEarlier?: boolean }>(
  'rotate-signing-key',
  'Sign decision, slot and preview ids with a new key. Earlier ids are known as before.',
  ({ site, dropEarlier = false }) =>
    withSite(site, async (ctx, snapshot) => {
      const wanted = { siteId: snapshot.site.id, dropEarlier };
      const keys = await rotateSigningKey(ctx, wanted, actor);
      const shown = keys.map(({ id, activeAt }) => ({ id, activeAt: activeAt.toISOString() }));
      const rest = dropEarlier ? 'Earlier IDs stop working.' : 'Ids of before count as ever.';
      return { json: { keys: shown }, text: `A new key signs from ${shown[0]?.activeAt}. ${rest}` };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--drop-earlier', 'stop earlier IDs from working, on open pages as well');

/** The commands of sites. */
export const siteCommands: Command = group('site', 'Sites.', [
  create,
  show,
  set,
  retention,
  identity,
  rotate,
]);

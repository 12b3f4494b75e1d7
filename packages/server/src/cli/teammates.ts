// attune teammate ...

import { roles } from '@attune/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import {
  expelTeammate,
  invitationPath,
  linkTeammate,
  listMembers,
  makeInvitation,
  resetTeammate,
  signInLinkPath,
} from '../features/access/teammates/index.ts';
import { group, subcommand } from './command.ts';
import { table } from './output.ts';
import { actor, withSite } from './session.ts';

interface Named {
  readonly site: string;
  readonly email: string;
}

interface LinkOptions extends Named {
  readonly url?: string;
}

interface AddOptions extends LinkOptions {
  readonly role: (typeof roles)[number];
  readonly codeEditing?: boolean;
}

function roleOf(text: string): (typeof roles)[number] {
  const role = roles.find((name) => name.toLowerCase() === text.toLowerCase());
  if (!role) throw new InvalidArgumentError(`It is one of ${roles.join(', ')}.`);
  return role;
}

function emailOf(text: string): string {
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It is an e-mail address.');
}

/** An address of the console's, on this machine where nothing else is said. */
function linkTo(path: string, { url }: LinkOptions): string {
  const base = url ?? `http://localhost:${readConfig(process.env).port}`;
  return `${base.replace(/\/$/, '')}${path}`;
}

const add = subcommand<AddOptions>('add', 'Invite a teammate with a link.', (options) =>
  withSite(options.site, async (ctx, { site }) => {
    const { email, role, codeEditing = false } = options;
    const invited = { email, role, codeEditing };
    const { invitation, token } = await makeInvitation(ctx, site.id, invited, actor);
    const link = linkTo(invitationPath(token), options);
    const expiresAt = invitation.expiresAt.toISOString();
    const text = `Give this link to ${email}; it works once, until ${expiresAt}:\n${link}`;
    return { json: { ...invited, link, expiresAt }, text };
  }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--email <address>', 'the address to invite', emailOf)
  .requiredOption('--role <role>', roles.join(', '), roleOf)
  .option('--code-editing', 'may also create, change and delete API keys, as an Admin')
  .option('--url <address>', "the console's address, where it is not this machine's");

const list = subcommand<{ site: string }>('list', 'List teammates.', ({ site }) =>
  withSite(site, async (ctx, { site: { id } }) => {
    const teammates = await listMembers(ctx, id);
    const rows = teammates.map((one) => [
      one.email,
      one.name,
      one.role,
      one.codeEditing ? 'yes' : 'no',
      one.hasSecondFactor ? 'yes' : 'no',
    ]);
    const head = ['EMAIL', 'NAME', 'ROLE', 'CODE EDITING', 'SECOND FACTOR'];
    return { json: { teammates }, text: table([head, ...rows]) };
  }),
).requiredOption('--site <name>', 'the site');

const remove = subcommand<Named>('remove', 'Remove a teammate from a site.', ({ site, email }) =>
  withSite(site, async (ctx, snapshot) => {
    await expelTeammate(ctx, snapshot, email, actor);
    return { json: { email, removed: true }, text: `${email} is no teammate of ${site} any more.` };
  }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--email <address>', "the teammate's address", emailOf);

const reset = subcommand<Named & { secondFactor?: boolean }>(
  'reset',
  'Give a teammate a new password.',
  ({ site, email, secondFactor = false }) =>
    withSite(site, async (ctx, snapshot) => {
      const { password } = await resetTeammate(ctx, snapshot, email, actor, { secondFactor });
      const text = `The new password of ${email}, who should change it:\n${password}`;
      return { json: { email, password }, text };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--email <address>', 'whose', emailOf)
  .option('--second-factor', 'take the second factor away, too');

const signInLink = subcommand<LinkOptions>(
  'sign-in-link',
  'Let a teammate in once, whatever their password or the identity provider is.',
  (options) =>
    withSite(options.site, async (ctx, snapshot) => {
      const { email } = options;
      const { token, expiresAt: end } = await linkTeammate(ctx, snapshot, email, actor);
      const link = linkTo(signInLinkPath(token), options);
      const expiresAt = end.toISOString();
      const text = `Give this link to ${email}; it works once, until ${expiresAt}:\n${link}`;
      return { json: { email, link, expiresAt }, text };
    }),
)
  .requiredOption('--site <name>', 'a site of theirs')
  .requiredOption('--email <address>', "the teammate's address", emailOf)
  .option('--url <address>', "the console's address, where it is not this machine's");

/** The commands of teammates. */
export const teammateCommands: Command = group('teammate', 'Teammates.', [
  ...[add, list, remove, reset, signInLink],
]);

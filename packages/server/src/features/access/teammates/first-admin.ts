// The one-time link by which an installation gets its first Admin.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { invitationPath, makeInvitation } from './invitations/index.ts';
import { hasTeammates } from './store.ts';

/**
 * Invites the first Admin of a site, who may edit code, where the installation has no teammate yet;
 * an earlier such link is void. Resolves to the path of the link, undefined where there is one.
 */
export async function inviteFirstAdmin(
  ctx: Context,
  { site }: SiteSnapshot,
  actor: string,
): Promise<string | undefined> {
  if (await hasTeammates(ctx.db)) return undefined;
  const invited = { email: null, role: 'Admin', codeEditing: true } as const;
  const { token } = await makeInvitation(ctx, site.id, invited, actor);
  return invitationPath(token);
}

// What `attune start` prints when it is ready, and the demo site that it makes on the first run.
import type { Context } from '../context.ts';
import { type InstalledDemo, installDemo, isDemoWanted, readDemo } from '../demo/index.ts';
import { inviteFirstAdmin } from '../features/access/teammates/index.ts';
import { postgresInbox } from '../features/events/collect/index.ts';
import type { NodeOptions, RunningNode } from '../node.ts';
import { buildConsole } from './console-build.ts';

const say = (words: string) => process.stdout.write(`${words}\n`);

interface Shown {
  readonly demo: InstalledDemo | undefined;
  /** Where the first Admin signs in, once; undefined where there is a teammate. */
  readonly firstAdmin: string | undefined;
}

/**
 * Before the API opens: installs the demo site, where the database has no site yet, and builds the
 * console, where it is stale, while the database starts.
 */
export function prepareStart(options: NodeOptions) {
  let shown: Shown = { demo: undefined, firstAdmin: undefined };
  const built = buildConsole({ say, signal: options.signal });
  return {
    options: {
      ...options,
      beforeOpen: async (ctx: Context) => {
        shown = await whatToShow(ctx);
        await built;
      },
    },
    welcome: ({ url = '' }: RunningNode) => welcomeTo(url, shown),
  };
}

/** Secrets are shown on the first start, and later to a person at a terminal: never to a log. */
async function whatToShow(ctx: Context): Promise<Shown> {
  const isFirst = await isDemoWanted(ctx);
  if (!isFirst && !process.stdout.isTTY) return { demo: undefined, firstAdmin: undefined };
  const demo = isFirst ? await installDemo(ctx, postgresInbox(ctx.db), say) : await readDemo(ctx);
  const site = demo && ctx.snapshots.siteByName(demo.siteName);
  return { demo, firstAdmin: site && (await inviteFirstAdmin(ctx, site, 'attune start')) };
}

function welcomeTo(url: string, { demo, firstAdmin }: Shown): string {
  if (!demo) return `Attune is ready at ${url}\nThe console is at ${url}/console`;
  const { siteName, keys } = demo;
  const console =
    firstAdmin === undefined
      ? `The console is at ${url}/console`
      : `Become the first Admin, by a link that works once:\n\n  ${url}${firstAdmin}`;
  return `
Attune is ready at ${url}, with the site "${siteName}".

${console}

  Server-side key  ${keys.server}
  Client-side key  ${keys.client}

What shall visitor-001 see?

  curl -s ${url}/v2/serve/user/choose \\
    -H 'SVC-API-Key: ${keys.server}' -H 'content-type: application/json' \\
    -d '{"user":{"cuid":"visitor-001","cuidType":"external"},"selector":{"names":["home-hero"]}}'
`;
}

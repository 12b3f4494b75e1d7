// What `attune start` says when it is ready, and the demo site that it makes on the first run.
import type { Context } from '../context.ts';
import { type InstalledDemo, installDemo, isDemoWanted, readDemo } from '../demo/index.ts';
import { postgresInbox } from '../features/events/index.ts';
import type { NodeOptions, RunningNode } from '../node.ts';

const say = (words: string) => process.stdout.write(`${words}\n`);

/** Installs the demo site before the API opens, where the database has no site yet. */
export function prepareDemo(options: NodeOptions) {
  let demo: InstalledDemo | undefined;
  return {
    options: {
      ...options,
      beforeOpen: async (ctx: Context) => {
        demo = await demoToShow(ctx);
      },
    },
    welcome: ({ url = '' }: RunningNode) =>
      demo ? welcomeTo(url, demo) : `Attune is ready at ${url}`,
  };
}

/** Keys are shown on the first start, and later to a person at a terminal: never to a log. */
async function demoToShow(ctx: Context): Promise<InstalledDemo | undefined> {
  if (await isDemoWanted(ctx)) return installDemo(ctx, postgresInbox(ctx.db), say);
  return process.stdout.isTTY ? readDemo(ctx) : undefined;
}

function welcomeTo(url: string, { siteName, keys }: InstalledDemo): string {
  return `
Attune is ready at ${url}, with the site "${siteName}".

  Server-side key  ${keys.server}
  Client-side key  ${keys.client}

What shall visitor-001 see?

  curl -s ${url}/v2/serve/user/choose \\
    -H 'SVC-API-Key: ${keys.server}' -H 'content-type: application/json' \\
    -d '{"user":{"cuid":"visitor-001","cuidType":"external"},"selector":{"names":["home-hero"]}}'
`;
}

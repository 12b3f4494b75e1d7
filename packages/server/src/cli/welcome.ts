// What `attune start` says when it is ready, and the demo site that it makes on the first run.
interface InstalledDemo {
  siteName: string;
  keys: { server: string; client: string };
}
const isDemoWanted = async (_: unknown) => false;
const installDemo = async (..._a: unknown[]): Promise<InstalledDemo> => {
  throw new Error('no');
};

import { postgresInbox } from '../features/events/index.ts';
import type { NodeOptions, RunningNode } from '../node.ts';

/** Installs the demo site before the API opens, where the database has no site yet. */
export function prepareDemo(options: NodeOptions) {
  let demo: InstalledDemo | undefined;
  return {
    options: {
      ...options,
      beforeOpen: async (ctx: RunningNode['ctx']) => {
        if (!(await isDemoWanted(ctx))) return;
        const say = (words: string) => process.stdout.write(`${words}\n`);
        demo = await installDemo(ctx, postgresInbox(ctx.db), say);
      },
    },
    welcome: ({ url = '' }: RunningNode) => (demo ? welcomeTo(url, demo) : readyAgain(url)),
  };
}

function readyAgain(url: string): string {
  return `Attune is ready at ${url}`;
}

function welcomeTo(url: string, { siteName, keys }: InstalledDemo): string {
  return `
Attune is ready at ${url}, with the site "${siteName}".

Server-side key  ${keys.server}
Client-side key  ${keys.client}

What shall visitor-001 see?

  curl -s ${url}/v2/serve/user/choose -H 'SVC-API-Key: ${keys.server}' \\
    -d '{"user":{"cuid":"visitor-001","cuidType":"external"},"selector":{"names":["home-hero"]}}'
`;
}

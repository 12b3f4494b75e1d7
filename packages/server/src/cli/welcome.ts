// What `attune start` prints when it is ready, and the demo site that it makes on the first run.
import type { Context } from '../context.ts';
import { type InstalledDemo, installDemo, isDemoWanted, readDemo } from '../demo/index.ts';
import { hasTeammates, inviteFirstAdmin } from '../features/access/teammates/index.ts';
import type { Inbox } from '../features/events/collect/index.ts';
import type { NodeOptions, RunningNode } from '../node.ts';
import { buildConsole } from './console-build.ts';

const say = (words: string) => process.stdout.write(`${words}\n`);

interface Shown {
  readonly demo: InstalledDemo | undefined;
  /** Where the first Admin signs in, once; undefined where there is a teammate. */
  readonly firstAdmin: string | undefined;
  /** The site that still needs a first Admin, where the link is not shown. */
  readonly withoutAdmin: string | undefined;
}

const nothing: Shown = { demo: undefined, firstAdmin: undefined, withoutAdmin: undefined };

/**
 * Before the API opens: installs the demo site, where the database has no site yet, and builds the
 * console, where it is stale, while the database starts.
 */
export function prepareStart(options: NodeOptions, { secrets }: { readonly secrets: boolean }) {
  let shown = nothing;
  const built = buildConsole({ say, signal: options.signal });
  return {
    options: {
      ...options,
      beforeOpen: async (ctx: Context, inbox: Inbox) => {
        shown = await whatToShow(ctx, inbox, secrets);
        await built;
      },
    },
    welcome: ({ url = '' }: RunningNode) => welcomeTo(url, shown),
  };
}

/**
 * Secrets are shown on the first start, unless its output is a log, and later to a person at a
 * terminal.
 */
async function whatToShow(ctx: Context, inbox: Inbox, secrets: boolean): Promise<Shown> {
  const isFirst = await isDemoWanted(ctx);
  const demo = isFirst ? await installDemo(ctx, inbox, say) : await readDemo(ctx);
  const site = demo && ctx.snapshots.siteByName(demo.siteName);
  if (!site || !secrets || !(isFirst || process.stdout.isTTY)) {
    return { ...nothing, withoutAdmin: await siteWithoutAdmin(ctx) };
  }
  return { ...nothing, demo, firstAdmin: await inviteFirstAdmin(ctx, site, 'attune start') };
}

async function siteWithoutAdmin({ db, snapshots }: Context): Promise<string | undefined> {
  if (!snapshots.isConfirmed() || (await hasTeammates(db))) return undefined;
  return snapshots.all()[0]?.site.name;
}

function welcomeTo(url: string, { demo, firstAdmin, withoutAdmin }: Shown): string {
  if (!demo) {
    const ready = `Attune is ready at ${url}\nThe console is at ${url}/console`;
    return withoutAdmin === undefined ? ready : `${ready}\n${firstSteps(withoutAdmin)}`;
  }
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

/** How to get what a log must not show. */
const firstSteps = (site: string) => `
No one can sign in yet. These commands make a link for the first Admin, and a key. Put npx in front
where attune is not on the PATH:

  attune teammate add --site ${site} --email you@shop.example --role Admin --code-editing
  attune keys create --site ${site} --name Trial --source server --permissions serve,collect
`;

// attune decisions ...
import type { ReplayOutput, WhyOutput } from '@attune/contract';
import type { Command } from 'commander';
import { openCaches } from '../caches.ts';
import { findSite } from '../features/configuration/sites/index.ts';
import { explainWhy, replayDecision } from '../features/insights/explanations/index.ts';
import { group, listOf, subcommand } from './command.ts';
import { withResources, withSite } from './session.ts';

type Words = WhyOutput['campaigns'][number]['words'];

const replay = subcommand<{ site: string }>(
  'replay <decisionId>',
  'Decide a past decision again, and show what differs.',
  ({ site }, decisionId) =>
    withSite(site, async (ctx, snapshot) => {
      const found = await replayDecision(ctx, snapshot, decisionId!);
      return { json: found, text: textOfReplay(found) };
    }),
).requiredOption('--site <name>', 'the site');

interface WhyOptions {
  readonly site: string;
  readonly id?: string;
  readonly cuid?: string;
  readonly type: string;
  readonly names?: string;
}

const why = subcommand<WhyOptions>(
  'why',
  'Explain what a user would see now.',
  ({ site, id, cuid, type, names }) =>
    withResources(async ({ ctx, location }) => {
      const snapshot = ctx.snapshots.site(await findSite(ctx, site));
      if (!snapshot) throw new Error(`the site "${site}" could not be loaded`);
      const caches = await openCaches(ctx, location.target);
      for (const { id: feed } of snapshot.feeds) caches.feedCache.get(snapshot.site.id, feed);
      try {
        await caches.feedCache.catchUp();
        const user = { ...(id && { id }), ...(cuid && { cuid, cuidType: type }) };
        const selector = names ? { selector: { names: listOf(names) } } : {};
        const found = await explainWhy(ctx, caches, snapshot, { user, ...selector });
        return { json: found, text: textOfWhy(found) };
      } finally {
        await caches.stop();
      }
    }),
)
  .requiredOption('--site <name>', 'the site')
  .option('--id <userId>', 'the user, by id')
  .option('--cuid <cuid>', "or by the site's own name")
  .option('--type <type>', 'kind of that name', 'external')
  .option('--names <names>', 'placements, comma-separated; all that is live without');

function textOfReplay({ summary, differences, explanation }: ReplayOutput): string {
  const lines = differences.map(
    ({ field, logged, recomputed }) =>
      `  ${field}: ${JSON.stringify(logged)}, now ${JSON.stringify(recomputed)}`,
  );
  return [summary, ...lines, ...(explanation ? linesOf(explanation.words) : [])].join('\n');
}

function textOfWhy({ campaigns, warnings }: WhyOutput): string {
  const lines = campaigns.flatMap(({ selector, words }) => [`${selector}:`, ...linesOf(words)]);
  return [...warnings.map(({ message }) => message), ...lines].join('\n');
}

function linesOf({ summary, experiences }: Words): string[] {
  return [`  ${summary}`, ...experiences.map(({ name, sentence }) => `  "${name}": ${sentence}`)];
}

/** The commands of decisions. */
export const decisionCommands: Command = group('decisions', 'Why somebody sees something.', [
  replay,
  why,
]);

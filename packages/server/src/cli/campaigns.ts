// attune campaigns ...
import { readFile } from 'node:fs/promises';
import { api, type CampaignInput } from '@attune/contract';
import type { Command } from 'commander';
import { applyCampaign, showCampaigns } from '../features/campaigns/index.ts';
import { selectObjects } from '../features/managed/index.ts';
import { compileCheck } from '../http/validate.ts';
import { ApiError, refuseFaults } from '../refusal.ts';
import { group, subcommand } from './command.ts';
import { actor, withSite } from './session.ts';

type Applied = CampaignInput & { status?: 'draft' | 'live' | 'paused' };

const exportAll = subcommand<{ site: string }>(
  'export',
  'print all campaigns as JSON, in the form that apply takes',
  ({ site }) =>
    withSite(site, async (ctx, { site: { id } }) => {
      const shown = await showCampaigns(ctx.db, id, await selectObjects(ctx.db, id, 'campaign'));
      const campaigns = shown.map(({ status, campaign }) => ({ status, ...campaign }));
      return { json: { campaigns }, text: JSON.stringify({ campaigns }, null, 2) };
    }),
).requiredOption('--site <name>', 'the site');

const apply = subcommand<{ site: string }>(
  'apply <file>',
  'create or replace campaigns by their selector; status live publishes',
  ({ site }, file) =>
    withSite(site, async (ctx, snapshot) => {
      const campaigns = await readCampaigns(file!);
      const applied: unknown[] = [];
      for (const campaign of campaigns) {
        const done = await applyCampaign(ctx, { siteId: snapshot.site.id, actor }, campaign);
        applied.push({ selector: campaign.selector, ...done });
      }
      return { json: { applied }, text: `${applied.length} campaigns applied.` };
    }),
).requiredOption('--site <name>', 'the site');

/** Reads and checks a whole file before anything of it is applied. */
async function readCampaigns(file: string): Promise<Applied[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  const content = JSON.parse(text) as { campaigns?: Applied[] } | Applied[];
  const campaigns = Array.isArray(content) ? content : content.campaigns;
  if (!Array.isArray(campaigns)) {
    throw new ApiError('invalid_request', 'The file is an array of campaigns, or has one.');
  }
  const check = compileCheck(api.createCampaign.body);
  const faults = campaigns.flatMap((campaign, at) => [
    ...check(campaign).map((fault) => ({ ...fault, pointer: `/campaigns/${at}${fault.pointer}` })),
    ...(['draft', 'live', 'paused', undefined].includes(campaign.status)
      ? []
      : [{ pointer: `/campaigns/${at}/status`, detail: 'must be draft, live or paused' }]),
  ]);
  refuseFaults(faults);
  return campaigns;
}

/** The commands of campaigns. */
export const campaignCommands: Command = group('campaigns', 'campaigns as files', [
  exportAll,
  apply,
]);

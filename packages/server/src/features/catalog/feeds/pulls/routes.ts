// Routes of where feeds are fetched from.
import { api } from '@attune/contract';
import type { Context } from '../../../../context.ts';
import { type ManageCall, type ManageRoute, manageRoute } from '../../../../http/manage-route.ts';
import { existingFeed } from '../existing-feed.ts';
import {
  askForRun,
  listPulls,
  listRuns,
  mainPull,
  type PullRequest,
  readPull,
  removePull,
  replacePull,
} from './pulls.ts';
import { testPull } from './test-pull.ts';

type AnyCall = Pick<ManageCall<typeof api.readPull>, 'params' | 'query' | 'who' | 'snapshot'>;

/** Routes of scheduled fetches. */
export function pullRoutes(ctx: Context): ManageRoute[] {
  const requestOf = async (call: AnyCall): Promise<PullRequest> => {
    const { key: ofFeed, feed } = await existingFeed(ctx, call);
    const key = { ...ofFeed, name: call.query.name ?? mainPull };
    return { site: call.snapshot.site, key, feedName: feed.name, actor: call.who.actor };
  };
  const shown = async (status: number, { key }: PullRequest) => ({
    ...{ status, body: { pull: await readPull(ctx, key) } },
  });
  return [
    manageRoute(api.listPulls, async (call) => {
      const { key } = await existingFeed(ctx, call);
      return { status: 200, body: { pulls: await listPulls(ctx, key) } };
    }),
    manageRoute(api.readPull, async (call) => shown(200, await requestOf(call))),
    manageRoute(api.replacePull, async (call) => {
      const request = await requestOf(call);
      await replacePull(ctx, request, call.body);
      return shown(200, request);
    }),
    manageRoute(api.deletePull, async (call) => {
      await removePull(ctx, await requestOf(call));
      return { status: 204 };
    }),
    manageRoute(api.testPull, async (call) => {
      const { key } = await requestOf(call);
      return {
        status: 200,
        body: await testPull(ctx, key, call.snapshot.site.vertical, call.body),
      };
    }),
    manageRoute(api.runPull, async (call) => {
      const request = await requestOf(call);
      await askForRun(ctx, request);
      return shown(202, request);
    }),
    manageRoute(api.listPullRuns, async (call) => {
      const { key } = await existingFeed(ctx, call);
      return { status: 200, body: await listRuns(ctx, key, call.query) };
    }),
  ];
}

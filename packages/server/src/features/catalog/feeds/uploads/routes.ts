// Routes of files in waiting.
import { api } from '@attune/contract';
import type { Context } from '../../../../context.ts';
import { type ManageCall, type ManageRoute, manageRoute } from '../../../../http/manage-route.ts';
import type { Reply } from '../../../../http/route.ts';
import { existingFeed } from '../existing-feed.ts';
import { detectUpload, previewUpload } from './preview.ts';
import { readRejected, rejectedCsv, rejectedLines } from './rejected.ts';
import {
  checkUpload,
  giveUp,
  listUploads,
  publishUpload,
  readUpload,
  startUpload,
  type UploadRequest,
} from './uploads.ts';

type AnyCall = Pick<ManageCall<typeof api.listUploads>, 'params' | 'who' | 'snapshot'>;

/** Routes of the files that are sent to be looked at. */
export function uploadRoutes(ctx: Context): ManageRoute[] {
  const requestOf = async (call: AnyCall): Promise<UploadRequest> => {
    const { feed } = await existingFeed(ctx, call);
    return { site: call.snapshot.site, feed, actor: call.who.actor };
  };
  const answer = (status: number, body: unknown): Reply => ({ status, body });
  return [
    manageRoute(api.startUpload, async (call) => {
      // Without a body there is nothing to read, and so there is always one here.
      const request = await requestOf(call);
      return answer(201, await startUpload(ctx, request, call.query.name, call.lines!));
    }),
    manageRoute(api.listUploads, async (call) =>
      answer(200, { items: await listUploads(ctx, await requestOf(call)) }),
    ),
    manageRoute(api.readUpload, async (call) =>
      answer(200, await readUpload(ctx, await requestOf(call), call.params.uploadId)),
    ),
    manageRoute(api.detectUpload, async (call) => {
      const request = await requestOf(call);
      return answer(200, await detectUpload(ctx, request, call.params.uploadId, call.body));
    }),
    manageRoute(api.previewUpload, async (call) => {
      const request = await requestOf(call);
      return answer(200, await previewUpload(ctx, request, call.params.uploadId, call.body));
    }),
    manageRoute(api.checkUpload, async (call) => {
      const request = await requestOf(call);
      return answer(202, await checkUpload(ctx, request, call.params.uploadId, call.body));
    }),
    manageRoute(api.publishUpload, async (call) => {
      const publication = { ...call.body, ifMatch: call.headers['if-match'] };
      const request = await requestOf(call);
      return answer(202, await publishUpload(ctx, request, call.params.uploadId, publication));
    }),
    manageRoute(api.listRejectedRows, async (call) => {
      const found = await readRejected(ctx, await requestOf(call), call.params.uploadId);
      if (call.query.format !== 'csv') return { status: 200, lines: rejectedLines(found) };
      const headers = { 'content-disposition': 'attachment; filename="rejected-rows.csv"' };
      return { status: 200, lines: rejectedCsv(found), type: 'text/csv; charset=utf-8', headers };
    }),
    manageRoute(api.deleteUpload, async (call) => {
      await giveUp(ctx, await requestOf(call), call.params.uploadId);
      return { status: 204 };
    }),
  ];
}

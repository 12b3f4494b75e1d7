// The endpoints of OFREP.
import { api, type ChooseInput, type FlagsInput } from '@attune/contract';
import type { Caches } from '../../../caches.ts';
import type { Context } from '../../../context.ts';
import { namesTag } from '../../../entity-tag.ts';
import { compileLenient } from '../../../http/lenient.ts';
import { type Route, route } from '../../../http/route.ts';
import { warningsHeader } from '../../../passed-over.ts';
import type { RecordingInbox } from '../../events/collect/index.ts';
import type { ChooseCall } from '../choose/index.ts';
import { chooseRequestOf } from './evaluation-context.ts';
import { evaluateFlag, evaluateFlags } from './ofrep.ts';

/** Routes of OFREP. */
export function ofrepRoutes(ctx: Context, caches: Caches, inbox: RecordingInbox): Route[] {
  const read = compileLenient(api.choose.body);
  /** The call of choose that an evaluation is. */
  const asChoose = <C extends Omit<ChooseCall, 'body'> & { body: FlagsInput }>(call: C) => {
    const { value, passedOver } = read(chooseRequestOf(call.body.context));
    call.passedOver.push(...passedOver);
    return { ...call, body: value as ChooseInput };
  };
  return [
    route(api.evaluateFlag, async (call) => {
      const { key } = call.params;
      const { flag, warnings } = await evaluateFlag(ctx, caches, inbox, asChoose(call), key);
      const headers = { 'cache-control': 'private, no-store', ...told(warnings) };
      return { status: 200, headers, body: flag };
    }),
    route(api.evaluateFlags, async (call) => {
      const isCached = (etag: string) => namesTag(call.headers['if-none-match'], etag);
      const answer = await evaluateFlags(ctx, caches, inbox, asChoose(call), isCached);
      const { flags, etag, warnings } = answer;
      const headers = { etag, 'cache-control': 'private, no-cache', ...told(warnings) };
      return flags ? { status: 200, headers, body: { flags } } : { status: 304, headers };
    }),
  ];
}

function told(warnings: Parameters<typeof warningsHeader>[0]) {
  const header = warningsHeader(warnings);
  return header === undefined ? {} : { 'svc-warnings': header };
}

// The decision endpoint.
import { api } from '@attune/contract';
import type { Caches } from '../../../caches.ts';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../http/route.ts';
import type { RecordingInbox } from '../../events/collect/index.ts';
import { choose } from './choose.ts';

const answered = (text: string) => ({ status: 200, text });

/** Routes of choose. */
export function chooseRoutes(ctx: Context, caches: Caches, inbox: RecordingInbox): Route[] {
  return [
    route(api.choose, (call) => {
      const answer = choose(ctx, caches, inbox, call);
      return answer instanceof Promise ? answer.then(answered) : answered(answer);
    }),
  ];
}

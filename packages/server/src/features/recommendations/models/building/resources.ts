// What building is done with.
import type { Context } from '../../../../context.ts';
import type { DatabaseTarget } from '../../../../db/connection.ts';
import type { Thread } from './run-thread.ts';

export interface Building {
  readonly ctx: Context;
  readonly target: DatabaseTarget;
  /** Called with the thread while there is one, so that it can be stopped. */
  readonly onThread: (thread: Thread | undefined) => void;
}

// A log whose messages tests can read, and wait for.
import { recordMessages } from '@attune/embedded-postgres/testing';
import { createLog } from './log.ts';

/** A log at level info, what was written to it so far, and a wait for a message with some words. */
export function recordingLog() {
  const { messages, write, logged } = recordMessages();
  const log = createLog('info', { write: (line) => write(JSON.parse(line).msg) });
  return { log, messages, logged };
}

// What a run prints: node's own report, and what it skipped and why.
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { projectRoot } from '../project.ts';

export interface Skip {
  readonly file: string;
  readonly name: string;
  readonly reason: string;
}

interface Passed {
  readonly name: string;
  readonly file?: string | undefined;
  readonly skip?: string | boolean | undefined;
}

/** Passes events on to node's reporter. With CI=true a skip fails the run. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skips: Skip[] = [];
  async function* noted() {
    for await (const event of events) {
      if (event.type === 'test:pass') skips.push(...skipOf(event.data));
      yield event;
    }
  }
  yield* Readable.from(noted()).compose(new spec());
  yield `${describeSkips(skips)}\n`;
  if (process.env['CI'] !== 'true' || skips.length === 0) return;
  process.exitCode = 1;
  yield 'With CI=true nothing may be skipped: install what is missing.\n';
}

/** The skip that a `test:pass` event reports, or nothing. */
export function skipOf({ name, file = '', skip }: Passed): Skip[] {
  // A test that is skipped without a message has the empty string or true.
  if (skip === undefined || skip === false) return [];
  const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given';
  return [{ file: relative(projectRoot, file), name, reason }];
}

/** One paragraph a reason, a line a test. */
export function describeSkips(skips: readonly Skip[]): string {
  if (skips.length === 0) return 'Nothing was skipped.';
  const byReason = Map.groupBy(skips, ({ reason }) => reason);
  const paragraphs = [...byReason].map(([reason, those]) => {
    const lines = those.map(({ file, name }) => `    ${file}: ${name}`);
    return [`  ${reason}`, ...lines].join('\n');
  });
  return `Skipped (${skips.length}):\n${paragraphs.join('\n')}`;
}

// What a run left out and why, told once a reason.
import { relative } from 'node:path';
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

/** The skip that a `test:pass` event of node's runner tells, or nothing. */
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

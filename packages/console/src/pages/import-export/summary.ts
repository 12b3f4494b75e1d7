// What an import changes, in a sentence.
import type { Answer } from '../../api/endpoints.ts';

type Summary = Answer<'importExperiences'>;

/** "2 created, 1 changed, 4 unchanged." */
export function saySummary({ changes, unchanged }: Pick<Summary, 'changes' | 'unchanged'>): string {
  const count = (action: string) => changes.filter((one) => one.action === action).length;
  const parts = [
    [count('create'), 'created'],
    [count('change'), 'changed'],
    [count('remove'), 'removed'],
    [unchanged, 'unchanged'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, verb]) => `${number} ${verb}`);
  return said.length > 0 ? `${said.join(', ')}.` : 'Nothing changes.';
}

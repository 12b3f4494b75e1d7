// What an import changes, in a sentence.
import type { Answer } from '../../api/endpoints.ts';

type Summary = Answer<'importExperiences'>;

type Counted = Pick<Summary, 'changes' | 'unchanged'>;

/** "2 created, 1 changed, 4 unchanged"; of what is not applied yet "2 to create". */
export function saySummary({ changes, unchanged }: Counted, isApplied: boolean): string {
  const count = (action: string) => changes.filter((one) => one.action === action).length;
  const parts = [
    [count('create'), isApplied ? 'created' : 'to create'],
    [count('change'), isApplied ? 'changed' : 'to change'],
    [count('remove'), isApplied ? 'removed' : 'to remove'],
    [unchanged, 'unchanged'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, verb]) => `${number} ${verb}`);
  return said.length > 0 ? said.join(', ') : 'Nothing changes';
}

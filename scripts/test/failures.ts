// What failed, told once more at the very end, where whoever sees only that finds it.
import { relative } from 'node:path';
import { projectRoot } from '../project.ts';

export interface Failure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

interface Failed {
  readonly name: string;
  readonly file?: string | undefined;
  readonly todo?: string | boolean | undefined;
  readonly details: { readonly error: Error };
}

/** Of a message with a comparison, its first lines say enough. */
const mostLines = 6;

/** The failure that a `test:fail` event of node's runner tells; nothing for one of its subtests. */
export function failureOf({ name, file = '', todo, details: { error } }: Failed): Failure[] {
  const { failureType, cause } = error as Error & { failureType?: string };
  if (failureType === 'subtestsFailed' || (todo !== undefined && todo !== false)) return [];
  const { message } = cause instanceof Error ? cause : error;
  return [{ file: relative(projectRoot, file), name, message }];
}

/** A paragraph a failure; the empty string for none. */
export function describeFailures(failures: readonly Failure[]): string {
  const paragraphs = failures.map(({ file, name, message }) => {
    const lines = message.trim().split('\n').filter(Boolean).slice(0, mostLines);
    return [`  ${file}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
  });
  return failures.length === 0 ? '' : `Failed (${failures.length}):\n${paragraphs.join('\n')}`;
}

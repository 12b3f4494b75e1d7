// A refusal of the service, as the console shows it and acts on it.
import type { ErrorCode, Fault } from '@attune/contract';

export interface ProblemDocument {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** `unreachable`: nothing was answered. `no_problem`: a proxy answered in the service's place. */
  readonly code: ErrorCode | 'unreachable' | 'no_problem';
  readonly traceId: string;
  readonly errors?: readonly Fault[];
}

/** What the service refused, with what to do about it as its message. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly document: ProblemDocument;

  constructor(document: ProblemDocument) {
    super(document.detail || document.title);
    this.document = document;
  }

  /** What is wrong with a field of the body: `faultOf('name')`. */
  faultOf(field: string): string | undefined {
    const at = `/${field}`;
    return this.document.errors?.find(
      ({ pointer }) => pointer === at || pointer.startsWith(`${at}/`),
    )?.detail;
  }
}

export function isProblem(error: unknown, code?: ProblemDocument['code']): error is Problem {
  return error instanceof Problem && (code === undefined || error.document.code === code);
}

const passing = ['unreachable', 'overloaded', 'not_ready'] as const;

/** May the same question be answered a moment later? */
export const isPassing = (error: unknown): boolean =>
  passing.some((code) => isProblem(error, code));

interface Refusal {
  readonly status: number;
  readonly statusText: string;
  readonly header: (name: string) => string | null;
}

/** What was refused, by the service or by a proxy in its place. */
export function problemOf({ status, statusText, header }: Refusal, text: string): Problem {
  if (header('content-type')?.startsWith('application/problem+json')) {
    return new Problem(JSON.parse(text));
  }
  return new Problem({
    status,
    title: statusText,
    detail: `A proxy answered instead of Attune (status ${status}). Try again in a moment.`,
    code: 'no_problem',
    traceId: header('svc-trace-id') ?? '',
  });
}

export const unreachable = () =>
  new Problem({
    status: 0,
    title: 'Attune cannot be reached',
    detail: 'The server did not answer. Check your connection, then try again.',
    code: 'unreachable',
    traceId: '',
  });

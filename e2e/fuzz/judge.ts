// What every answer has to keep, whatever was sent: the promises of a refusal, and no secret.
import { type Endpoint, type ErrorCode, errorCatalogue } from '@attune/contract';
import { checkAnswer } from '../../packages/server/src/http/validate.ts';
import type { Answer } from './connection.ts';
import type { Target } from './target.ts';

/** More would make a small request a large answer. */
const refusalBytesMax = 512 * 1024;

/** Codes whose answers say which parts were wrong. */
const codesWithPointers: readonly string[] = ['invalid_request'];

/** What is wrong with an answer, or undefined. The endpoint is given where the answer is its. */
export function faultOf(
  answer: Answer,
  leakIn: Target['leakIn'],
  endpoint: Endpoint | undefined,
): string | undefined {
  const { status, headers, text } = answer;
  if (status >= 500) return `status ${status}`;
  const leak = leakIn(text) ?? leakIn([...headers.values()].join('\n'));
  if (leak) return `the answer holds ${leak}`;
  if (headers.has('svc-injected')) return 'a header was injected';
  if (!/^[0-9a-f]{32}$/.test(headers.get('svc-trace-id') ?? '')) return 'no trace id';
  if (status >= 400) return isOfrepFailure(answer, endpoint) ? undefined : refusalFault(answer);
  // From `/` to the console, and from nowhere else to anywhere.
  if (status === 302 && headers.get('location') === '/console') return undefined;
  if (status === 304 && endpoint?.answers[304]) return undefined;
  if (status < 200 || status >= 300) return `status ${status} is neither success nor refusal`;
  if (!endpoint) return undefined;
  const [fault] = checkAnswer(endpoint, status, text, headers.get('content-type'));
  return fault && `the contract is broken at "${fault.pointer}": ${fault.detail}`;
}

/** Is it a refusal in OFREP's own form, and a right one? */
function isOfrepFailure({ status, headers, text }: Answer, endpoint: Endpoint | undefined) {
  const type = headers.get('content-type');
  if (endpoint?.protocol !== 'ofrep' || type !== 'application/json; charset=utf-8') return false;
  return checkAnswer(endpoint, status, text, type).length === 0;
}

function refusalFault({ status, headers, text }: Answer): string | undefined {
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8') {
    return `a refusal of the type ${headers.get('content-type')}`;
  }
  if (text === '') return undefined;
  if (text.length > refusalBytesMax) return `a refusal of ${text.length} characters`;
  const problem = JSON.parse(text);
  const { code, errors } = problem;
  const stated = errorCatalogue[code as ErrorCode];
  if (stated?.status !== status || problem.status !== status) return `code ${code} with ${status}`;
  if (problem.traceId !== headers.get('svc-trace-id')) return 'two trace ids';
  if (!codesWithPointers.includes(code)) return undefined;
  const isPointer = (one: unknown) => typeof one === 'string' && /^(\/([^~]|~[01])*)?$/.test(one);
  const isListed = Array.isArray(errors) && errors.length > 0;
  if (!isListed || !errors.every(({ pointer }) => isPointer(pointer))) {
    return `no pointers: ${JSON.stringify(errors)?.slice(0, 300)}`;
  }
  return undefined;
}

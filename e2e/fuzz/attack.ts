// One attack: a request is sent, its answer judged, and what a refused one has changed looked for.
import { type Endpoint, endpoints, pathForm } from '@attune/contract';
import { type Answer, type Connection, openConnection } from './connection.ts';
import { faultOf } from './judge.ts';
import { bytesOf, isCut } from './pieces.ts';
import type { HostileRequest } from './requests.ts';
import type { Target } from './target.ts';

export interface Tally {
  requests: number;
  /** How often each status was answered; 0: the connection was closed. */
  readonly statuses: Map<number, number>;
  slowestMs: number;
}

export const newTally = (): Tally => ({ requests: 0, statuses: new Map(), slowestMs: 0 });

/** Nothing that anybody sends may keep the server busy for longer. */
const slowestMsMax = 5_000;
/** Of a longer head the server reads only that much; a reset of TCP may overtake its answer. */
const unreadBytes = 16_000;

export interface Attacker {
  /** Rejects with what is wrong. */
  readonly attack: (endpoint: Endpoint, request: HostileRequest) => Promise<void>;
  readonly close: () => void;
}

/** Makes what attacks a target, over a connection that is kept as long as the server keeps it. */
export function attackerOf(target: Target, tally: Tally): Attacker {
  let connection: Connection | undefined;
  let written: number | undefined;

  async function send(request: HostileRequest, isAgain = false): Promise<Answer | undefined> {
    const pieces = bytesOf(request, target.named(), target.keys[request.key]);
    const isCutOff = isCut(request);
    const isFresh = isCutOff || isAgain || !connection?.isOpen();
    if (isFresh || !connection) {
      connection?.close();
      connection = openConnection(target.url);
    }
    const startMs = performance.now();
    const { answers } = isCutOff
      ? await connection.sendAndEnd(pieces)
      : await connection.exchange(pieces, request.method === 'HEAD');
    const ms = performance.now() - startMs;
    const [answer] = answers;
    // A server may close what was kept open just when the next request is on its way.
    if (!answer && !isCutOff && !isFresh) return send(request, true);
    note(answer?.status ?? 0, ms);
    if (answers.length > 1) throw new Error(`${answers.length} answers to one request`);
    if (ms > slowestMsMax) throw new Error(`answered after ${Math.round(ms)} ms`);
    if (answer?.headers.get('connection') === 'close') connection.close();
    const isOverlong = (pieces[0]?.length ?? 0) > unreadBytes;
    if (!answer && !isCutOff && !isOverlong) throw new Error('closed without an answer');
    return answer;
  }

  function note(status: number, ms: number): void {
    tally.requests += 1;
    tally.slowestMs = Math.max(tally.slowestMs, ms);
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  }

  async function attack(endpoint: Endpoint, request: HostileRequest): Promise<void> {
    written ??= await target.settled();
    const answer = await send(request);
    const asked = endpointOf(endpoint, request);
    const fault = answer && faultOf(answer, target.leakIn, asked);
    const [logFault] = target.takeLogFaults();
    if (fault ?? logFault) {
      const said = `${answer?.status} ${answer?.text.slice(0, 2_000)}`;
      throw new Error([fault, said, logFault].filter(Boolean).join('\n'));
    }
    const isAccepted = mayHaveWritten(request, answer);
    if (isAccepted && asked?.method === 'DELETE') await target.replaceWhat(asked);
    const now = await target.writes();
    if (!isAccepted && now !== written) await confirmChange(request);
    else written = now;
  }

  /** Something was written: by this request, or by the worker that follows an earlier one? */
  async function confirmChange(request: HostileRequest): Promise<void> {
    let tables = '';
    for (let time = 0; time < 3; time += 1) {
      const before = await target.settled();
      const answer = await send(request);
      written = await target.settled();
      if (written === before || mayHaveWritten(request, answer)) return;
      tables = await target.writtenSince(before);
    }
    throw new Error(`refused, and yet it wrote ${tables}`);
  }

  return { attack, close: () => connection?.close() };
}

/**
 * Was it accepted? A GET is answered without its body: where that is cut off, its answer may be
 * lost, or overtaken by what the rest of the body is answered, and the audit log may say who has
 * read what.
 */
function mayHaveWritten(request: HostileRequest, answer: Answer | undefined): boolean {
  if (request.method === 'GET' && (!answer || isCut(request))) return true;
  return answer !== undefined && answer.status < 300;
}

const forms = new Map(endpoints.map((one: Endpoint) => [one, pathForm(one.path)]));

/** Which endpoint answers, as far as it is known: method and path may have been broken. */
function endpointOf(meant: Endpoint, { method, target }: HostileRequest): Endpoint | undefined {
  const [path = ''] = target.split('?');
  const isAt = (one: Endpoint) => forms.get(one)?.test(path) === true;
  if (method === meant.method && isAt(meant)) return meant;
  return endpoints.find((one) => one.method === method && isAt(one));
}

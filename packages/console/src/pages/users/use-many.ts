// Erasing and exporting all that a file names, part by part, so that it shows how far it is.
import type { PeopleFile } from '@attune/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { isProblem } from '../../api/problem.ts';
import { useSite } from '../../shell/site-context.ts';
import { saveFile } from '../../ui/save-file.ts';

type People = PeopleFile['people'];

/** A line of the file that does not count, and why. */
export interface LineFault {
  readonly line: number;
  readonly detail: string;
}

export interface Outcome {
  readonly what: 'erased' | 'exported';
  readonly requested: number;
  /** Of those to be erased, how many are. */
  readonly done: number;
  readonly notFound: readonly number[];
  readonly rejected: readonly LineFault[];
}

interface State {
  /** From 0 to 1; undefined: nothing is under way. */
  readonly share?: number;
  readonly outcome?: Outcome;
  readonly error?: unknown;
}

const erasedAtOnce = 500;
const exportedAtOnce = 100;
const pollMs = 1_000;
/** The file is put together in the browser's memory. */
export const mostExported = 10_000;

export function useMany() {
  const { name: site } = useSite();
  const held = useQueryClient();
  const [state, setState] = useState<State>({});
  const params = { site };

  async function run(work: () => Promise<Outcome>): Promise<void> {
    setState({ share: 0 });
    try {
      setState({ outcome: await work() });
    } catch (error) {
      setState({ error });
    }
    await held.invalidateQueries({ queryKey: [consoleApi.listAudit.path] });
  }

  async function erase(people: People): Promise<Outcome> {
    const found = { requested: 0, notFound: [] as number[], rejected: [] as LineFault[] };
    const batches: { id: string; requested: number }[] = [];
    for (const some of parts(people, erasedAtOnce)) {
      const sent = { params, body: { people: some.map(nameOf) } };
      const answer = await orAllRejected(() => call(consoleApi.eraseUsers, sent));
      found.rejected.push(...answer.rejected.map((one) => toldOf(some, one)));
      if ('batchId' in answer) {
        batches.push({ id: answer.batchId, requested: answer.requested });
        found.requested += answer.requested;
        const unknown = answer.erasures.filter((one) => !one.found);
        found.notFound.push(...unknown.map(({ index }) => some[index]!.line));
      }
      setState({ share: (0.5 * (people.indexOf(some[0]!) + some.length)) / people.length });
    }
    let done = 0;
    for (const { id, requested } of batches) {
      for (;;) {
        const batch = await call(consoleApi.readUserErasures, { params: { site, batchId: id } });
        setState({ share: 0.5 + (0.5 * (done + batch.done)) / found.requested });
        if (batch.done >= requested) break;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      done += requested;
    }
    return { what: 'erased', done, ...found };
  }

  async function exportAll(people: People): Promise<Outcome> {
    const found = { requested: 0, notFound: [] as number[], rejected: [] as LineFault[] };
    const lines: string[] = [];
    for (const some of parts(people, exportedAtOnce)) {
      const sent = { params, body: { people: some.map(nameOf) } };
      const all = await call(consoleApi.exportUsers, sent).catch(asRejected);
      for (const one of all) {
        if ('errors' in one) found.rejected.push(toldOf(some, one));
        else {
          if (!one.found) found.notFound.push(some[one.index]!.line);
          found.requested += 1;
          lines.push(`${JSON.stringify(one)}\n`);
        }
      }
      setState({ share: (people.indexOf(some[0]!) + some.length) / people.length });
    }
    // The name of the file says nothing of the people: folders of downloads are shared.
    if (lines.length > 0) saveFile(`users-of-${site}.ndjson`, 'application/x-ndjson', lines);
    return { what: 'exported', done: found.requested, ...found };
  }

  return {
    ...state,
    isBusy: state.share !== undefined,
    erase: (people: People) => run(() => erase(people)),
    exportAll: (people: People) => run(() => exportAll(people)),
    reset: () => setState({}),
  };
}

const nameOf = ({ cuid, cuidType }: People[number]) => ({ cuid, cuidType });

function* parts(people: People, size: number): Generator<People> {
  for (let at = 0; at < people.length; at += size) yield people.slice(at, at + size);
}

type Rejection = Answer<'eraseUsers'>['rejected'][number];

/** Of a part that names nobody at all the server refuses the whole: it is told like the rest. */
function asRejected(error: unknown): Rejection[] {
  const errors = isProblem(error, 'invalid_request') ? error.document.errors : undefined;
  if (!errors?.every(({ pointer }) => pointer.startsWith('/people/'))) throw error;
  const byPlace = Map.groupBy(errors, ({ pointer }) => Number(pointer.split('/')[2]));
  return [...byPlace].map(([index, those]) => ({ index, errors: [...those] }));
}

const orAllRejected = <T>(request: () => Promise<T>) =>
  request().catch((error) => ({ rejected: asRejected(error) }));

const toldOf = (people: People, { index, errors }: Rejection): LineFault => ({
  line: people[index]!.line,
  detail: errors.map(({ pointer, detail }) => `${pointer.split('/').at(-1)} ${detail}`).join('; '),
});

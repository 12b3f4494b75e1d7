// A process of its own that accepts or works off, in order to be killed while it does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { countOnce } from './effect.fixture.ts';
import { type OpenInbox, openSubject, type Servers, type SubjectName } from './subjects.fixture.ts';

type Task = keyof typeof tasks;

export interface Child {
  /** Resolves with the next line that it prints; undefined when it has ended. */
  readonly line: () => Promise<string | undefined>;
  /** Ends it with SIGKILL, and resolves to the lines that it had printed and that were not read. */
  readonly kill: () => Promise<string[]>;
}

const stdout = 1;
/** It was not killed: the test has failed, and is gone. */
const longestLifeMs = 15_000;

/** Starts a process that does a task with an inbox; ids that it makes begin with `prefix`. */
export function startChild(name: SubjectName, servers: Servers, task: Task, prefix: string): Child {
  const child = spawn(
    process.execPath,
    [import.meta.filename, name, JSON.stringify(servers), task, prefix],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string | undefined;
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const rest: string[] = [];
    for (let next = await line(); next !== undefined; next = await line()) rest.push(next);
    return rest;
  };
  return { line, kill };
}

const tasks = {
  /** Four callers accept batches without an end; a line reports each that was acknowledged. */
  accept: async ({ inbox }: OpenInbox, prefix: string) => {
    let batches = 0;
    const caller = async () => {
      for (;;) {
        const batch = ++batches;
        const texts = Array.from(
          { length: 1 + (batch % 5) },
          (_, at) => `${prefix} ${batch} ${at}`,
        );
        await inbox.accept(
          texts.map((text, at) => ({ siteId: 1, partition: (batch + at) % 8, text })),
        );
        writeSync(stdout, `${texts.join(',')}\n`);
        await new Promise(setImmediate);
      }
    };
    await Promise.all([caller(), caller(), caller(), caller()]);
  },
  /** Works off what waits; a line reports that a work is under way and has had its effect. */
  consume: async ({ inbox, consume }: OpenInbox) => {
    for (;;) {
      for (const partition of await inbox.waiting()) {
        await consume([partition], 5, async (tx, rows) => {
          await countOnce(tx, rows);
          writeSync(stdout, 'working\n');
          await new Promise((resolve) => setTimeout(resolve, 15));
        });
      }
    }
  },
};

if (import.meta.main) {
  setTimeout(() => process.exit(1), longestLifeMs);
  const [name, servers, task, prefix] = process.argv.slice(2) as [
    SubjectName,
    string,
    Task,
    string,
  ];
  await tasks[task](openSubject(name, JSON.parse(servers)), prefix);
}

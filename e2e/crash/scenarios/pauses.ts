// Processes that are stopped for a while, as a machine that swaps or a debugger would.
import { pause } from '../installation.ts';
import { processesOf } from '../processes.ts';
import { chooses, runCourse, type Scenario } from './scenario.ts';

const lengthMs = (short: boolean) => (short ? 4_000 : 30_000);

export const pausedPostgres: Scenario = {
  name: 'paused-postgres',
  promise: 'PostgreSQL is stopped for 30 s: choose goes on, nothing is lost',
  run: ({ seed, short }) =>
    runCourse(seed, {
      async fault(session, installation) {
        const pids = processesOf(installation.cluster()!.folder);
        const signal = (name: NodeJS.Signals) => {
          for (const pid of pids) process.kill(pid, name);
        };
        signal('SIGSTOP');
        try {
          await pause(lengthMs(short) / 2);
          const faults = await chooses(session, 'while PostgreSQL was stopped');
          await pause(lengthMs(short) / 2);
          return faults;
        } finally {
          signal('SIGCONT');
        }
      },
    }),
};

export const pausedServer: Scenario = {
  name: 'paused-server',
  promise: 'the API and the worker are stopped for 30 s: they go on, nothing is lost',
  run: ({ seed, short }) =>
    runCourse(seed, {
      async fault(_session, { running }) {
        const nodes = [...running.values()];
        for (const node of nodes) node.process.kill('SIGSTOP');
        await pause(lengthMs(short));
        for (const node of nodes) node.process.kill('SIGCONT');
        return [];
      },
    }),
};

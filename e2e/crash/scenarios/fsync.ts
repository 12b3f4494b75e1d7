// A disk that fails or is slow at fsync: strace injects it into PostgreSQL's system calls.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from '../../support/cleanup.ts';
import { pause } from '../installation.ts';
import { processesOf } from '../processes.ts';
import { has, sh } from './mounts.ts';
import { runCourse, type Scenario } from './scenario.ts';

const program = 'strace';
const calls = 'fsync,fdatasync';
const lengthMs = (short: boolean) => (short ? 3_000 : 15_000);

function obstacle(): string | undefined {
  if (!has(program)) return 'strace is not installed';
  try {
    sh(program, '-o', '/dev/null', '-e', `inject=${calls}:error=EIO`, 'true');
    return undefined;
  } catch {
    return 'this machine does not let processes be traced';
  }
}

export const fsyncFails: Scenario = {
  name: 'fsync-fails',
  promise: 'fsync fails with EIO: PostgreSQL panics, comes back, nothing is lost',
  obstacle,
  run: ({ seed, short }) => traced(seed, `inject=${calls}:error=EIO`, lengthMs(short)),
};

export const fsyncIsSlow: Scenario = {
  name: 'fsync-slow',
  promise: 'every fsync takes half a second: requests wait, nothing is lost',
  obstacle,
  run: ({ seed, short }) => traced(seed, `inject=${calls}:delay_exit=500000`, lengthMs(short)),
};

/** Load while every process of PostgreSQL is traced. */
function traced(seed: string, injection: string, ms: number): Promise<string[]> {
  return runCourse(seed, {
    async fault(_session, installation) {
      const pids = processesOf(installation.cluster()!.folder);
      const tracer = spawn(
        program,
        [
          ...['-f', '-q', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', injection],
          ...pids.flatMap((pid) => ['-p', String(pid)]),
        ],
        { stdio: 'ignore' },
      );
      const forget = atEnd(() => end(tracer));
      await Promise.race([pause(ms), once(tracer, 'exit')]);
      await forget();
      return [];
    },
  });
}

/** Detaches from what still runs. */
async function end(tracer: ChildProcess): Promise<void> {
  if (tracer.exitCode !== null || tracer.signalCode !== null) return;
  tracer.kill('SIGINT');
  await once(tracer, 'exit');
}

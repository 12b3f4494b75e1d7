// A server that runs out of file descriptors while clients keep connecting.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { pause } from '../installation.ts';
import { has, sh } from './mounts.ts';
import { runCourse, type Scenario } from './scenario.ts';

const connections = 300;
const lengthMs = (short: boolean) => (short ? 3_000 : 15_000);

export const outOfDescriptors: Scenario = {
  name: 'descriptors',
  promise: 'out of file descriptors: the server lives, and goes on when there are some again',
  obstacle: () => (has('prlimit') ? undefined : 'prlimit is not installed'),
  run: ({ seed, short }) =>
    runCourse(seed, {
      async fault(_session, installation) {
        const { process: api, url } = installation.running.get('api')!;
        const pid = String(api.pid);
        const open = readdirSync(`/proc/${pid}/fd`).length;
        sh('prlimit', '--pid', pid, `--nofile=${open + 10}:`);
        const { port } = new URL(url);
        const sockets = Array.from({ length: connections }, () =>
          connect(Number(port), '127.0.0.1').on('error', () => undefined),
        );
        await pause(lengthMs(short));
        for (const socket of sockets) socket.destroy();
        const isAlive = api.exitCode === null && api.signalCode === null;
        if (isAlive) sh('prlimit', '--pid', pid, '--nofile=1024:');
        return isAlive ? [] : ['the API ended'];
      },
    }),
};

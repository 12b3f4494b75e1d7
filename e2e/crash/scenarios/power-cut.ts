// A power cut: what was on the disk at one moment, seen again by another mount and another start.
//
// The image file holds what the file system has written to its device. Pages that are dirty in the
// mounted file system are not in it: so it is after a power cut. What was fsynced is.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../support/attune.ts';
import { atEnd } from '../../support/cleanup.ts';
import { openInstallation, pause } from '../installation.ts';
import { processesOf } from '../processes.ts';
import { ready } from '../ready.ts';
import { openSession } from '../session.ts';
import { has, mount, mountObstacle, sh } from './mounts.ts';
import type { Scenario } from './scenario.ts';

function obstacle(): string | undefined {
  if (!has('mkfs.ext4')) return 'mkfs.ext4 is not installed';
  const mounts = mountObstacle();
  if (mounts) return mounts;
  try {
    sh('losetup', '-f');
    return undefined;
  } catch {
    return 'this machine has no loop devices';
  }
}

const mountImage = (name: string, image: string) => mount(name, '-o', 'loop', image);

export const powerCut: Scenario = {
  name: 'power-cut',
  promise: 'the power is cut under load: every acknowledged write is on the disk',
  obstacle,
  async run({ seed, short }) {
    const images = await makeFolder('images');
    atEnd(() => rmSync(images, { recursive: true, force: true }));
    const image = join(images, 'disk');
    const copy = join(images, 'copy');
    sh('truncate', '-s', '700M', image);
    sh('mkfs.ext4', '-q', '-F', image);
    const folder = await mountImage('disk', image);
    const first = await openInstallation({ folder });
    await first.ensure('api+worker');
    const session = await openSession(seed, first);
    session.nextRound();
    const load = session.load();
    await pause(short ? 1_500 : 8_000);
    const stopped = [
      ...[...first.running.values()].map(({ process: { pid } }) => pid!),
      ...processesOf(first.cluster()!.folder),
    ];
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    // What the server sent is on its way to the ledger; nothing new is sent.
    await pause(200);
    const loading = load.stop();
    copyFileSync(image, copy);
    for (const pid of stopped) process.kill(pid, 'SIGKILL');
    await loading;
    await session.operator.close();
    return powerOn(copy, session);
  },
};

/** Starts what the disk holds, and compares it with the ledger of before. */
async function powerOn(copy: string, session: Awaited<ReturnType<typeof openSession>>) {
  const folder = await mountImage('again', copy);
  const second = await openInstallation({ folder });
  await second.ensure('api+worker');
  await ready(second);
  session.move(second);
  const faults = await session.compare(true);
  await second.stop();
  return faults;
}

// The machine that figures come from, in words.
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

/** For the head of a report. */
export function machineName(): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  const system = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  return `${cpus().length} x ${cpu?.model.trim()}, ${gib} GiB, ${system}, Linux ${release()}, Node ${process.versions.node}`;
}

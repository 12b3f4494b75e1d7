// What deploy/Dockerfile says of the container, so that a test runs just that.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/attune.ts';

export interface Image {
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volume: string;
  /** The entry point with its usual arguments. */
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  /** What the stages run, in order. */
  readonly steps: readonly string[];
}

/** Reads the instructions of deploy/Dockerfile that this project uses. */
export function readImage(): Image {
  const text = readFileSync(join(projectRoot, 'deploy/Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const one = (name: string) => all(name).at(-1) ?? '';
  return {
    env: Object.fromEntries(all('ENV').map((line) => line.split(/=(.*)/, 2))),
    user: one('USER'),
    volume: one('VOLUME'),
    command: [...JSON.parse(one('ENTRYPOINT')), ...JSON.parse(one('CMD'))],
    healthcheck: JSON.parse(one('HEALTHCHECK').replace(/^.* CMD /, '')),
    steps: all('RUN'),
  };
}

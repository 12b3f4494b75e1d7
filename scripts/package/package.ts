// `npm run build -- package`: makes the package `attune`, one file that npm installs anywhere. It
// has the packed program, the built console and every dependency that runs on any system: an
// installation fetches Node and PostgreSQL for its own system, and nothing else.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPacked } from '../../packages/server/src/packed.ts';
import { builtConsole, serverFolder } from '../../packages/server/src/places.ts';
import { packedPackages } from '../pack.ts';
import { projectRoot } from '../project.ts';
import { foldersOf } from './dependencies.ts';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines?: object;
  readonly bin?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Makes the package of what is built; answers the path of its file. */
export function makePackage(): string {
  const into = join(projectRoot, 'dist');
  mkdirSync(into, { recursive: true });
  const stage = mkdtempSync(join(into, 'stage-'));
  try {
    fill(stage);
    const args = ['pack', stage, '--pack-destination', into, '--ignore-scripts', '--silent'];
    const name = execFileSync('npm', args, { encoding: 'utf8' }).trim();
    return join(into, name);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function fill(stage: string): void {
  const { hash } = readPacked()!;
  const copy = (from: string, to: string, filter = (_: string) => true) =>
    cpSync(from, join(stage, to), { recursive: true, filter });
  copy(join(serverFolder, 'bin/attune.js'), 'bin/attune.js');
  copy(join(serverFolder, 'dist', hash), join('dist', hash), (path) => !path.endsWith('.map'));
  writeFileSync(join(stage, 'dist/packed.json'), JSON.stringify({ hash }));
  copy(join(serverFolder, 'migrations'), 'migrations');
  copy(builtConsole, 'console');
  for (const name of ['LICENSE', 'README.md']) copy(join(projectRoot, name), name);
  const manifest = manifestOfPackage();
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, undefined, 2));
  for (const folder of foldersOf(manifest.bundleDependencies)) {
    copy(join(projectRoot, folder), folder, isWanted(join(projectRoot, folder)));
  }
}

/** What runs: no sources, types or maps. Packages within it are in the list themselves. */
const isWanted = (folder: string) => (path: string) =>
  !/[.](map|[cm]?ts)$/.test(path) && !path.startsWith(join(folder, 'node_modules'));

function manifestOfPackage() {
  const [root, server, postgres] = [
    projectRoot,
    serverFolder,
    join(projectRoot, 'packages/embedded-postgres'),
  ].map(manifestIn) as [Manifest, Manifest, Manifest];
  const dependencies = Object.fromEntries(
    Object.entries(server.dependencies ?? {}).filter(([name]) => !packedPackages.includes(name)),
  );
  return {
    name: 'attune',
    version: server.version,
    description: 'A self-hosted Experience API: what should this visitor see?',
    license: server.license,
    type: 'module',
    bin: server.bin,
    engines: root.engines,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: { ...root.optionalDependencies, ...postgres.optionalDependencies },
  };
}

// Which packages of node_modules a package needs, by the lockfile: with theirs, and so on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Lockfile = Readonly<Record<string, Locked>>;

/** The folders of packages and of all that they need, as paths from the root. */
export function foldersOf(names: readonly string[]): string[] {
  const text = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Lockfile } = JSON.parse(text);
  const found = new Set<string>();
  const waiting = names.map((name) => folderOf(packages, '', name));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    for (const name of neededBy(packages[folder]!)) waiting.push(folderOf(packages, folder, name));
  }
  return [...found].sort();
}

function neededBy(locked: Locked): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked;
  const peers = Object.keys(peerDependencies).filter(
    (name) => locked.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers);
}

/** As Node resolves it: in the package itself, else in a node_modules above it. */
function folderOf(packages: Lockfile, from: string, name: string): string {
  const folder = join(from, 'node_modules', name);
  if (packages[folder]) return folder;
  if (from === '') throw new Error(`${name} is not in package-lock.json`);
  const above = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1));
  return folderOf(packages, above, name);
}

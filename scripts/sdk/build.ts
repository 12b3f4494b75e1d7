// Builds the client as a package that can be installed, in packages/sdk/dist.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';
import { compileSdk, entries } from './compile.ts';

const sdk = join(projectRoot, 'packages/sdk');
/** Where the package is built: `npm pack ./packages/sdk/dist`. */
const builtSdk = join(sdk, 'dist');

/** Builds the package. Throws what is wrong with the sources. */
export function buildSdk(folder = builtSdk): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compileSdk(folder);
  writeJson(join(folder, 'package.json'), manifest());
  writeJson(join(folder, 'cjs/package.json'), { type: 'commonjs' });
  copyFileSync(join(sdk, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'));
}

/** The workspace's own manifest, with what was compiled in place of the sources. */
function manifest() {
  const own = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  const { name, version, description, license, sideEffects } = own;
  const { peerDependencies, peerDependenciesMeta } = own;
  const form = (folder: string, module: string) => ({
    types: `./${folder}/${module}.d.ts`,
    default: `./${folder}/${module}.js`,
  });
  const exported = Object.entries(entries).map(([path, module]) => [
    path,
    { import: form('esm', module), require: form('cjs', module) },
  ]);
  return {
    ...{ name, version, description, license, sideEffects, type: 'module' },
    engines: { node: '>=20' },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    // For resolvers that do not read `exports`.
    ...{ main: './cjs/index.js', types: './cjs/index.d.ts' },
    ...{ peerDependencies, peerDependenciesMeta },
  };
}

const writeJson = (path: string, value: object) =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

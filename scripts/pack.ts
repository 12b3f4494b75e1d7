// Packs the server's program into a few files, for processes that are to start fast.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { hashOf, packedFolder, packedProgram, readPacked } from '../packages/server/src/packed.ts';
import { serverFolder } from '../packages/server/src/places.ts';

/** Packages of hundreds of modules; all others are loaded from where they are. */
export const packedPackages = [
  '@attune/byte-cache',
  '@attune/contract',
  '@attune/core',
  '@attune/embedded-postgres',
  'csv-parse',
  'kysely',
  'typebox',
  'ajv',
  'fast-uri',
  'fast-deep-equal',
  'json-schema-traverse',
  'prom-client',
  '@opentelemetry/api',
  'tdigest',
  'bintrees',
  // Of these an installation would build native parts, and download headers for that.
  ...['ssh2', 'asn1', 'bcrypt-pbkdf', 'safer-buffer', 'tweetnacl'],
];
const isPacked = (name: string) =>
  packedPackages.some((one) => name === one || name.startsWith(`${one}/`));

/** Each is loaded by itself: by the launcher, and as a thread by `new URL('./thread.ts', ...)`. */
const entries: Readonly<Record<string, string>> = {
  main: join(serverFolder, 'src/main.ts'),
  thread: join(serverFolder, 'src/features/recommendations/models/building/thread.ts'),
  exporter: join(serverFolder, 'src/features/operations/nightly-exports/exporter.ts'),
};

/** Packs the program, unless what is packed is made of the sources as they are. */
export async function pack(): Promise<void> {
  if (packedProgram() !== undefined) return;
  const before = readPacked();
  const fresh = join(packedFolder, `fresh-${process.pid}`);
  mkdirSync(packedFolder, { recursive: true });
  const sources = await packInto(fresh);
  const hash = hashOf(sources);
  const folder = join(packedFolder, hash);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  writeFileSync(`${fresh}.json`, JSON.stringify({ hash, sources }));
  renameSync(`${fresh}.json`, join(packedFolder, 'packed.json'));
  // Who is just starting may have read of the last one.
  const kept = ['packed.json', hash, before?.hash];
  for (const name of readdirSync(packedFolder)) {
    if (!kept.includes(name)) rmSync(join(packedFolder, name), { recursive: true, force: true });
  }
}

/** Resolves with the paths, from the server's folder, of what it was made of. */
async function packInto(folder: string): Promise<string[]> {
  const { rolldown } = await import('rolldown');
  const modules = new Set<string>();
  const bundle = await rolldown({
    input: entries,
    platform: 'node',
    // Native parts are optional: what loads them goes on without.
    external: (name) => name.endsWith('.node') || (!/^[./]/.test(name) && !isPacked(name)),
    // Packages of CommonJS ask for their folder by this name, which modules do not have.
    transform: { define: { __dirname: 'import.meta.dirname' } },
    plugins: [inPlace(), { name: 'list', moduleParsed: ({ id }) => void modules.add(id) }],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // Names of classes and functions are in what is logged.
    keepNames: true,
    // For processes started with NODE_OPTIONS=--enable-source-maps.
    sourcemap: true,
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return [...new Set([...modules].flatMap(sourceOf))].sort();
}

/** What shows that a module has changed: its contents, or of a package its version. */
function sourceOf(id: string): string[] {
  if (!id.startsWith('/')) return [];
  const [, packageFolder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  return [relative(serverFolder, packageFolder ? join(packageFolder, 'package.json') : id)];
}

/**
 * Has every module find files from where it is written, wherever it is packed to; entries and
 * packages from where they are.
 */
function inPlace(): Plugin {
  const known: Readonly<Record<string, (path: string) => string>> = {
    'import.meta.dirname': (path) => `(import.meta.dirname + ${JSON.stringify(dirname(path))})`,
    'import.meta.url': (path) => `new URL(${JSON.stringify(`.${path}`)}, import.meta.url).href`,
  };
  return {
    name: 'in-place',
    transform: {
      filter: { code: /import\.meta/ },
      handler(code, id) {
        const path = `/${relative(join(packedFolder, 'any'), id)}`;
        const places =
          /createRequire\(import\.meta\.url\)|new URL\('\.\/(\w+)\.ts', import\.meta\.url\)|import\.meta(?:\.\w+)?/g;
        const placed = code.replaceAll(places, (said, entry: string | undefined) => {
          if (said.startsWith('createRequire')) return said;
          if (entry && entries[entry]) return said.replace('.ts', '.js');
          const written = known[said];
          if (!written) throw new Error(`${id} asks for ${said}, which is not known when packed`);
          return written(path);
        });
        // Every line is where it was.
        return { code: placed, map: null };
      },
    },
  };
}

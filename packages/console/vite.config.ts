// How the console becomes files: hashed, compressed, and without the contract's schemas. The
// client for pages of shops is built with it, as the one file of a script tag, and the reference.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type ConsoleEndpoint, consoleApi } from '@attune/contract';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

/** What a client needs of an endpoint; its schemas are types there, and weigh nothing. */
const endpoints = Object.fromEntries(
  Object.entries<ConsoleEndpoint>(consoleApi).map(([name, endpoint]) => {
    const { method, path, access, codeEditing } = endpoint;
    return [name, { method, path, access, codeEditing }];
  }),
);

/** The most effort would take several seconds of a start for a file as large as this. */
const largeBytes = 2 ** 20;
const largeEffort = 6;

const base = '/console/';
const library = libraryOfReference();

export default defineConfig({
  root: import.meta.dirname,
  base,
  define: {
    CONSOLE_ENDPOINTS: JSON.stringify(endpoints),
    REFERENCE_LIBRARY: JSON.stringify(`${base}${library.name}`),
  },
  plugins: [react(), clientScript(), referenceLibrary(), compressed()],
  build: {
    rolldownOptions: {
      input: ['index.html', 'docs.html'].map((page) => join(import.meta.dirname, page)),
    },
    // No site can have this name, so that no site's pages are taken for files.
    assetsDir: '_',
    target: 'es2024',
    // They know light-dark(); rewritten for older ones, it would follow the system alone.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

/** Adds `sdk.js`, which the server has at `/sdk.js`: the client as the global `Attune`. */
function clientScript(): Plugin {
  return {
    name: 'client-script',
    apply: 'build',
    async generateBundle() {
      const entry = join(import.meta.dirname, '../sdk/src/script.ts');
      const lib = { entry, name: 'Attune', formats: ['iife' as const] };
      const built = await build({
        ...{ configFile: false, logLevel: 'error' },
        build: { lib, write: false, target: 'es2022' },
      });
      const [
        {
          output: [script],
        },
      ] = built as [Rolldown.RolldownOutput];
      this.emitFile({ type: 'asset', fileName: 'sdk.js', source: script.code });
    },
  };
}

/** The file that has the whole library in it. Its name has the version: it is cached for good. */
function libraryOfReference() {
  const entry = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'));
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'));
  return { path: join(entry, '../js/standalone.js'), name: `_/reference-${version}.js` };
}

/** Adds that file, which `src/reference/page.ts` loads. */
function referenceLibrary(): Plugin {
  return {
    name: 'reference-library',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(library.path);
      this.emitFile({ type: 'asset', fileName: library.name, source });
    },
  };
}

/** Leaves a `.br` and a `.gz` beside every file that gains by it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((name) => /[.](js|css|html|svg)$/.test(name))) {
        const path = join(dir, file);
        const bytes = readFileSync(path);
        const effort = bytes.length > largeBytes ? largeEffort : constants.BROTLI_MAX_QUALITY;
        const quality = { [constants.BROTLI_PARAM_QUALITY]: effort };
        const packed = { br: brotliCompressSync(bytes, { params: quality }), gz: gzipSync(bytes) };
        for (const [ending, smaller] of Object.entries(packed)) {
          if (smaller.length < bytes.length) writeFileSync(`${path}.${ending}`, smaller);
        }
      }
    },
  };
}

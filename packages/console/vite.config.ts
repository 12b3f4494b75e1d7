// How the console becomes files: hashed, compressed, and without the contract's schemas.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type ConsoleEndpoint, consoleApi } from '@attune/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What a client needs of an endpoint; its schemas are types there, and weigh nothing. */
const endpoints = Object.fromEntries(
  Object.entries<ConsoleEndpoint>(consoleApi).map(([name, endpoint]) => {
    const { method, path, access, codeEditing } = endpoint;
    return [name, { method, path, access, codeEditing }];
  }),
);

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  define: { CONSOLE_ENDPOINTS: JSON.stringify(endpoints) },
  plugins: [react(), compressed()],
  build: {
    // No site can have this name, so that no site's pages are taken for files.
    assetsDir: '_',
    target: 'es2024',
    // They know light-dark(); rewritten for older ones, it would follow the system alone.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

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
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        const packed = { br: brotliCompressSync(bytes, { params: quality }), gz: gzipSync(bytes) };
        for (const [ending, smaller] of Object.entries(packed)) {
          if (smaller.length < bytes.length) writeFileSync(`${path}.${ending}`, smaller);
        }
      }
    },
  };
}

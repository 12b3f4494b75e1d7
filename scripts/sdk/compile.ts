// Compiles the client for those who install it: ESM and CommonJS, each with its declarations.
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../project.ts';
import { contractTypes } from './contract-types.ts';

const source = join(projectRoot, 'packages/sdk/src');
const contract = join(source, 'contract.ts');

/** The modules that programs import, by the name that they import them by. */
export const entries = {
  '.': 'index',
  './endpoints': 'endpoints/index',
  './openfeature': 'openfeature',
  './react': 'react',
  './server': 'server',
} as const;

const shared: ts.CompilerOptions = {
  rootDir: source,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.d.ts'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  noEmitOnError: true,
};
const forms = {
  esm: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  cjs: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const;

/** Writes `<folder>/esm` and `<folder>/cjs`. Throws what the compiler finds wrong. */
export function compileSdk(folder: string): void {
  const written = contractTypes();
  for (const [form, options] of Object.entries(forms)) {
    const outDir = join(folder, form);
    compile({ ...shared, ...options, outDir }, written);
  }
}

/** With the contract's types written out, so that nothing leads to the schema library. */
function compile(options: ts.CompilerOptions, written: string): void {
  const host = ts.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  host.readFile = (path) => (resolve(path) === contract ? written : readFile(path));
  host.getSourceFile = (path, version, ...rest) =>
    resolve(path) === contract
      ? ts.createSourceFile(path, written, version)
      : getSourceFile(path, version, ...rest);
  const files = Object.values(entries).map((name) => join(source, `${name}.ts`));
  const program = ts.createProgram(files, options, host);
  const { diagnostics } = program.emit(undefined, (path, text) => {
    ts.sys.writeFile(path, path.endsWith('.d.ts') ? withoutTs(text) : text);
  });
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (found.length > 0) throw new Error(ts.formatDiagnostics(found, host));
}

/** Declarations name the modules as they are installed. */
const withoutTs = (text: string) =>
  text.replaceAll(/((?:from|import\() ?['"][.][^'"]+)[.]ts(['"])/g, '$1.js$2');

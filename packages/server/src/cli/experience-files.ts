// Experiences on disk: one file an object in a folder for each kind, or all of them in one file.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { api, type ExperienceFiles } from '@attune/contract';
import Type, { type TSchema } from 'typebox';
import { ApiError } from '../api-error.ts';
import { parseJson } from '../http/body.ts';

const kinds = [
  ...([
    'audiences',
    'layers',
    'holdouts',
    'metrics',
    'strategies',
    'templates',
    'campaigns',
  ] as const),
];
const filesSchema = api.importExperiences.body;
/** Everything, or a list of campaigns. */
const oneFile = Type.Union([filesSchema, filesSchema.properties.campaigns]);
type Named = { readonly name: string; readonly selector?: string };

/** Writes everything, and takes away the files of what is no longer there. */
export async function writeFiles(
  path: string,
  files: ExperienceFiles,
): Promise<{ written: string[]; removed: string[] }> {
  if (path.endsWith('.json')) {
    await writeFile(path, textOf(files));
    return { written: [path], removed: [] };
  }
  const written: string[] = [];
  const removed: string[] = [];
  for (const kind of kinds) {
    const folder = join(path, kind);
    const objects = files[kind] ?? [];
    const before = await jsonFilesIn(folder);
    if (objects.length > 0) await mkdir(folder, { recursive: true });
    const names = fileNames(objects);
    for (const [at, object] of objects.entries()) {
      const file = join(folder, names[at] as string);
      await writeFile(file, textOf(object));
      written.push(file);
    }
    for (const name of before.filter((one) => !names.includes(one))) {
      await rm(join(folder, name));
      removed.push(join(folder, name));
    }
  }
  return { written, removed };
}

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Names of files, which say what is in them and stay as long as that is called so. */
function fileNames(objects: readonly Named[]): string[] {
  const plain = objects.map(({ name, selector = name }) => {
    const slug = selector.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    return { called: selector, slug: slug.replaceAll(/^-|-$/g, '').slice(0, 80) };
  });
  return plain.map(({ called, slug }) => {
    const isOwn = slug !== '' && plain.filter((other) => other.slug === slug).length === 1;
    const hash = createHash('sha256').update(called).digest('hex').slice(0, 8);
    return isOwn ? `${slug}.json` : `${slug || 'named'}-${hash}.json`;
  });
}

async function jsonFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).sort();
}

export interface ReadFiles {
  readonly files: ExperienceFiles;
  /** Which file a place is in: `/campaigns/3` -> `campaigns/home.json`; '' where there is one. */
  readonly fileOf: ReadonlyMap<string, string>;
}

/** Reads a folder, or a file. Throws `not_found`, or `invalid_request` for what is not JSON. */
export async function readFiles(path: string): Promise<ReadFiles> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new ApiError('not_found', `There is no file or folder ${path}.`);
  const fileOf = new Map<string, string>();
  if (!found.isDirectory()) {
    const content = await readJson(path, oneFile);
    return { files: (Array.isArray(content) ? { campaigns: content } : content) as never, fileOf };
  }
  const files: Record<string, unknown[]> = {};
  for (const kind of kinds) {
    const names = await jsonFilesIn(join(path, kind));
    const schema = filesSchema.properties[kind].items;
    for (const [at, name] of names.entries()) {
      files[kind] = [...(files[kind] ?? []), await readJson(join(path, kind, name), schema)];
      fileOf.set(`/${kind}/${at}`, join(kind, name));
    }
  }
  if (fileOf.size === 0) {
    const wanted = `Folders with .json files in them are looked for: ${kinds.join(', ')}.`;
    throw new ApiError('not_found', `There is nothing to apply in ${path}. ${wanted}`);
  }
  return { files: files as ExperienceFiles, fileOf };
}

async function readJson(path: string, schema: TSchema): Promise<unknown> {
  try {
    return parseJson(await readFile(path), schema);
  } catch (error) {
    if (error instanceof ApiError) {
      const detail = error.errors?.[0]?.detail;
      throw new ApiError(error.code, `${basename(path)}: ${detail ?? error.message}`);
    }
    throw error;
  }
}

/** Errors in files, by the file that each is in. */
export async function sayWhere<T>(fileOf: ReadFiles['fileOf'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.errors)) throw error;
    const errors = error.errors.map(({ pointer, detail }) => ({
      ...{ pointer: placeIn(fileOf, pointer), detail },
    }));
    throw new ApiError(error.code, error.message, { errors });
  }
}

/** A place in the files, by file: `campaigns/home.json /traffic`. */
export function placeIn(fileOf: ReadFiles['fileOf'], pointer: string): string {
  const [, kind, at, ...rest] = pointer.split('/');
  const file = fileOf.get(`/${kind}/${at}`);
  return file ? `${file} ${['', ...rest].join('/')}` : pointer;
}

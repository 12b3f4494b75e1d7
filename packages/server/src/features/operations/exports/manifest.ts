// The manifest beside the files of an export: which parts are whole, and of which version.
import { ApiError } from '../../../api-error.ts';
import type { ExportFormat } from './formats/index.ts';
import type { Target } from './targets/target.ts';

export interface ManifestPart {
  /** Null: there are no rows, and so no file. */
  readonly file: string | null;
  readonly rows: number;
  readonly bytes: number;
  /** Null: it is written anew by every export. */
  readonly version: string | null;
  /** RFC 3339. */
  readonly exportedAt: string;
}

export interface Manifest {
  /** Of this form of manifests and files. */
  readonly version: 1;
  readonly site: { readonly id: number; readonly name: string };
  readonly kind: string;
  readonly format: ExportFormat;
  /** By the folder of each. */
  readonly parts: Readonly<Record<string, ManifestPart>>;
}

type Head = Omit<Manifest, 'parts' | 'version'>;

const pathOf = ({ kind, format }: Pick<Head, 'kind' | 'format'>) =>
  `${kind}/_manifest.${format}.json`;

/** The parts that are there. Throws `conflict` where what is there is of another site. */
export async function readParts(
  target: Target,
  head: Head,
): Promise<ReadonlyMap<string, ManifestPart>> {
  const path = pathOf(head);
  const text = await target.read(path);
  if (text === undefined) return new Map();
  const found = parsed(text);
  if (found?.version !== 1 || typeof found.parts !== 'object') {
    const detail =
      `${target.name}/${path} is no manifest that this version reads. ` +
      'Export to another folder, or delete it to have all written again.';
    throw new ApiError('conflict', detail);
  }
  if (found.site.id !== head.site.id) {
    const detail =
      `${target.name} has an export of the site "${found.site.name}" (${found.site.id}), not of ` +
      `"${head.site.name}" (${head.site.id}). Give each site a folder of its own.`;
    throw new ApiError('conflict', detail);
  }
  return new Map(Object.entries(found.parts));
}

function parsed(text: string): Manifest | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // As good as one of a version that is not known: refused with its path.
    return undefined;
  }
}

/** Writes which parts are there. */
export async function writeParts(
  target: Target,
  head: Head,
  parts: ReadonlyMap<string, ManifestPart>,
): Promise<void> {
  const ordered = Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1)));
  const manifest: Manifest = { version: 1, ...head, parts: ordered };
  await target.write(pathOf(head), oneOf(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)));
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

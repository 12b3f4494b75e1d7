// Finds secrets in bytes, in the forms in which programs write them: plain, base64 and hex.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Form {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Base64 of a text depends on how many bytes are before it, by threes; what depends on its
 * neighbours is cut off.
 */
function base64Forms(bytes: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 4) / 3);
    const last = Math.floor(((before + bytes.length) * 4) / 3);
    const own = text.slice(first, last);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')].map((form) => Buffer.from(form));
  });
}

function formsOf(name: string, secret: string): Form[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const forms = [
    ...[secret, hex, hex.toUpperCase(), encodeURIComponent(secret)].map((text) =>
      Buffer.from(text),
    ),
    Buffer.from(secret, 'utf16le'),
    ...base64Forms(bytes),
  ];
  return forms.map((form) => ({ name, bytes: form }));
}

/** Makes a search for secrets by their names; it gives the names of those that are in a text. */
export function searchFor(secrets: Readonly<Record<string, string>>): (text: Buffer) => string[] {
  const forms = Object.entries(secrets).flatMap(([name, secret]) => formsOf(name, secret));
  // Every position is looked at once, by its next four bytes.
  const byStart = Map.groupBy(forms, ({ bytes }) => bytes.readUInt32BE());
  const isStart = new Uint8Array(2 ** 16);
  for (const start of byStart.keys()) isStart[start >>> 16] = 1;
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at + 4 <= text.length; at++) {
      if (isStart[(text[at]! << 8) | text[at + 1]!] === 0) continue;
      for (const { name, bytes } of byStart.get(text.readUInt32BE(at)) ?? []) {
        if (text.subarray(at, at + bytes.length).equals(bytes)) found.add(name);
      }
    }
    return [...found];
  };
}

/** Every file below a folder, by its path from there, and what it holds. */
export async function* filesBelow(folder: string): AsyncGenerator<[string, Buffer]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield [path.slice(folder.length + 1), await readFile(path)];
  }
}

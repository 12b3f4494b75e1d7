// Which release this is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');

/** As npm has it: `0.1.0`. */
export const version: string = JSON.parse(manifest).version;

// npm run bench: how fast the service is; with the name of another measurement, that one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [name = '', ...rest] = process.argv.slice(2);
const named = join(import.meta.dirname, `${name}.ts`);
const isNamed = /^[a-z-]+$/.test(name) && existsSync(named);
const script = isNamed ? named : join(import.meta.dirname, 'speed.ts');
const args = isNamed ? rest : process.argv.slice(2);
const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);

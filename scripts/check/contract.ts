// The committed openapi.json against what the contract says today.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../packages/contract/src/index.ts';
import { projectRoot } from '../project.ts';

export const openApiFile = join(projectRoot, 'openapi.json');

/** The text that the file ought to have. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

/** Says how the committed file differs, or nothing. */
export function contractFault(): string | undefined {
  const remedy = 'Run "npm run openapi", read the difference and commit it.';
  if (!existsSync(openApiFile)) return `openapi.json is missing. ${remedy}`;
  const wanted = openApiText().split('\n');
  const found = readFileSync(openApiFile, 'utf8').split('\n');
  const line = wanted.findIndex((text, index) => text !== found[index]);
  if (line === -1 && wanted.length === found.length) return undefined;
  const at = line === -1 ? wanted.length : line;
  return [
    `openapi.json:${at + 1} is not what the contract says. ${remedy}`,
    `  committed: ${found[at]?.trim() ?? '(nothing)'}`,
    `  contract:  ${wanted[at]?.trim() ?? '(nothing)'}`,
  ].join('\n');
}

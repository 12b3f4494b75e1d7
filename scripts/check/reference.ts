// The pages of reference and explanation against the code that parts of them are made from.
//
// `<!-- generated: name words -->` begins such a part, `<!-- end -->` ends it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';
import { tables } from '../reference/tables.ts';
import type { Finding } from './run-tool.ts';

const folders = ['docs/reference', 'docs/explanation'];
const generated = /(<!-- generated: ([^>]+) -->\n).*?(<!-- end -->)/gs;

/** Each page with the text that it ought to have. */
export async function referencePages() {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder)).map((name) => join(projectRoot, folder, name)),
  );
  return Promise.all(
    paths
      .filter((path) => path.endsWith('.md'))
      .map(async (path) => {
        const text = readFileSync(path, 'utf8');
        return { path, text, wanted: await filledIn(text) };
      }),
  );
}

/** Says which page differs, or nothing. */
export async function referenceFault(): Promise<Finding> {
  const stale = (await referencePages()).filter(({ text, wanted }) => text !== wanted);
  if (stale.length === 0) return undefined;
  const names = stale.map(({ path }) => path.slice(projectRoot.length + 1)).join(', ');
  return `${names}: not what the code says. Run "npm run reference".`;
}

async function filledIn(text: string): Promise<string> {
  let filled = text;
  for (const [whole, begin, words = '', end] of text.matchAll(generated)) {
    const [name = '', ...rest] = words.split(' ');
    const make = tables[name];
    if (!make) throw new Error(`No table is called ${name}.`);
    const [head = [], ...rows] = await make(rest);
    const lines = [head, head.map(() => '---'), ...rows].map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    );
    filled = filled.replace(whole, () => `${begin}\n${lines.join('\n')}\n\n${end}`);
  }
  return filled;
}

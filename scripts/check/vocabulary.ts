// Finds words that are gone: in exported names, names of files and metrics, headings, and prose.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { released } from '../../packages/server/src/db/released.fixture.ts';
import { ownFiles, projectRoot } from '../project.ts';
import type { Finding } from './run-tool.ts';
import { type GoneWord, goneInProse, goneNames } from './vocabulary-words.ts';

/** A text of a file, in lower case and with single spaces, and the line where it stands. */
interface Text {
  readonly line: number;
  readonly text: string;
}

const firstWords = new Set(
  goneInProse.filter(({ word }) => word.includes(' ')).map(({ word }) => word.split(' ')[0]),
);

const code = /[.](ts|tsx|js|mjs|cjs)$/;

/** What is wrong with a file, as `path:line "word": say "x"`. */
export function wordsGoneIn(path: string, text: string): string[] {
  const { names, prose } = textsOf(path, text);
  return [...faultsOf(path, names, goneNames), ...faultsOf(path, prose, goneInProse)];
}

/** Looks through every file that is or would be committed. */
export async function vocabulary(): Promise<Finding> {
  // Results are what a program printed; migrations that databases have applied keep their text.
  const files = ownFiles().filter(
    (path) =>
      /[.](ts|tsx|js|mjs|cjs|md|sql)$/.test(path) &&
      !path.startsWith('bench/results/') &&
      !(basename(path) in released),
  );
  if (files.length === 0) return 'git names no file, so nothing was checked.';
  const faults = files.flatMap((path) =>
    wordsGoneIn(path, readFileSync(join(projectRoot, path), 'utf8')),
  );
  return faults.length === 0 ? undefined : faults.join('\n');
}

function faultsOf(path: string, texts: readonly Text[], gone: readonly GoneWord[]): string[] {
  const stem = /([^/.]+)[^/]*$/.exec(path)?.[1];
  return gone.flatMap(({ word, say, within, fileOnly }) => {
    if (within?.test(path) === false || (fileOnly && stem !== word)) return [];
    const pattern = new RegExp(`\\b${word}s?\\b`);
    const found = texts.filter(({ text }) => pattern.test(text)).slice(0, fileOnly ? 1 : undefined);
    return found.map(({ line, text }) => {
      const [name] = pattern.exec(text) ?? [word];
      return `${path}:${line} "${name}": say "${say}"`;
    });
  });
}

/** The words of a name in camel, kebab or snake case, a space between them. */
function spaced(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();
}

/** The path's last two parts: the folder names a thing as the file does. */
function fileName(path: string): Text {
  return { line: 1, text: spaced(path.split('/').slice(-2).join(' ')) };
}

function textsOf(path: string, text: string): { names: Text[]; prose: Text[] } {
  const own = fileName(path);
  if (code.test(path)) return { names: [own, ...namesIn(path, text)], prose: commentsIn(text) };
  const lines = text.split('\n').map((text, index) => ({ line: index + 1, text }));
  if (path.endsWith('.sql')) {
    return { names: [], prose: lines.filter(({ text }) => /^\s*--/.test(text)).map(lowerCase) };
  }
  const pages = withoutCode(lines);
  const headings = pages.filter(({ text }) => /^#+ /.test(text));
  return { names: [own, ...headings.map(lowerCase)], prose: pages.map(lowerCase) };
}

function lowerCase({ line, text }: Text): Text {
  return { line, text: text.toLowerCase() };
}

/** The lines of a page that are prose: code says what programs say. */
function withoutCode(lines: readonly Text[]): Text[] {
  let isCode = false;
  return lines.flatMap(({ line, text }) => {
    if (/^\s*```/.test(text)) isCode = !isCode;
    return isCode || /^ {4}/.test(text) ? [] : [{ line, text: text.replaceAll(/`[^`]*`/g, '`') }];
  });
}

/** Exported names, and the names of metrics wherever they stand. */
function namesIn(path: string, text: string): Text[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const found: Text[] = [];
  const add = (node: ts.Node, name: string) => {
    found.push({ line: lineOf(node), text: spaced(name) });
  };
  for (const statement of file.statements) {
    for (const name of exportedBy(statement)) add(name, name.getText());
  }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && /^attune_[a-z_]+$/.test(node.text)) add(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The names that a statement exports; what another file exports is told there. */
function exportedBy(statement: ts.Statement): ts.Node[] {
  if (!ts.canHaveModifiers(statement)) return [];
  const modifiers = ts.getModifiers(statement) ?? [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name);
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name ? [name] : [];
}

/** Lines of comments. A phrase that goes over the end of a line is found in the second one. */
function commentsIn(text: string): Text[] {
  const found: Text[] = [];
  let ended = -1;
  for (const [index, line] of text.split('\n').entries()) {
    const comment = /^\s*(?:\/\/|\/\*\*?|\*\/?)\s?(.*)$/.exec(line)?.[1];
    if (comment === undefined) continue;
    const last = found.at(-1);
    // Of the line before, only a word that may begin a phrase.
    const before = last && ended === index ? (last.text.split(' ').at(-1) ?? '') : '';
    const begun = firstWords.has(before) ? `${before} ` : '';
    found.push({ line: index + 1, text: begun + comment.toLowerCase() });
    ended = index + 1;
  }
  return found;
}

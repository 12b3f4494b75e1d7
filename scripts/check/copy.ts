// Finds old wording in what people read: the console, descriptions of the contract, and messages of
// the server and the core.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ownFiles, projectRoot } from '../project.ts';
import { buttons, type CopyPattern, phrases, titles } from './copy-patterns.ts';
import type { Finding } from './run-tool.ts';

const sources = /^packages\/(console|contract|core|server)\/src\//;
/** Alone, a word elsewhere is a name of code. */
const hasWords = /^packages\/console\//;

/** Attributes that hold a label: sentence case, without a full stop. */
const labelNames = /^(label|title|confirm|save|aria-label|legend|what)$/;
const buttonNames = /^(Button|FormFooter|CopyButton)$/;

interface Text {
  readonly node: ts.Node;
  /** With single spaces; what is computed is `…`. */
  readonly text: string;
  readonly kind: 'text' | 'label' | 'button';
}

/** What is wrong with the texts of a file, as `path:line "what": say x`. */
export function oldCopyIn(path: string, text: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const texts = textsOf(file).filter((one) => hasWords.test(path) || one.text.includes(' '));
  return texts.flatMap(({ node, ...said }) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    return faultsOf(said).map((fault) => `${path}:${line + 1} ${fault}`);
  });
}

/** Looks through every text that teammates, developers and operators read. */
export async function copy(): Promise<Finding> {
  const files = ownFiles().filter(
    (path) => sources.test(path) && /(?<![.](test|fixture))[.]tsx?$/.test(path),
  );
  if (files.length === 0) return 'git names no file, so nothing was checked.';
  const faults = files.flatMap((path) =>
    oldCopyIn(path, readFileSync(join(projectRoot, path), 'utf8')),
  );
  return faults.length === 0 ? undefined : faults.join('\n');
}

function faultsOf({ text, kind }: Omit<Text, 'node'>): string[] {
  const isPhrase = text.includes(' ');
  const find = ({ pattern, say, inPhrases = false }: CopyPattern): string[] => {
    const found = inPhrases && !isPhrase ? null : pattern.exec(text);
    return found ? [`"${found[0].trim()}": say ${say}`] : [];
  };
  const faults = phrases.flatMap(find);
  if (kind !== 'text') faults.push(...titles.flatMap(find));
  if (kind === 'button') faults.push(...buttons.flatMap(find));
  const isSentence = /[^.…][.]$/.test(text);
  if (kind !== 'text' && isSentence) faults.push(`"${text}": say it without the full stop`);
  return faults;
}

function textsOf(file: ts.SourceFile): Text[] {
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (isOfCode(node)) return;
    const text = textOf(node);
    if (text !== undefined && /[a-z]/i.test(text)) texts.push({ node, text, kind: kindOf(node) });
    if (isSum(node))
      partsOf(node)
        .filter((part) => textOf(part) === undefined)
        .forEach(visit);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}

/** Names of modules, and SQL. */
const isOfCode = (node: ts.Node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTaggedTemplateExpression(node);

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** The parts of a text that is put together by +, from left to right. */
function partsOf(node: ts.Expression): ts.Expression[] {
  return isSum(node) ? [...partsOf(node.left), ...partsOf(node.right)] : [node];
}

function textOf(node: ts.Node): string | undefined {
  if (isSum(node)) {
    const parts = partsOf(node).map(textOf);
    if (parts.every((part) => part === undefined)) return undefined;
    return inOneLine(parts.map((part) => part ?? '…').join(' '));
  }
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return inOneLine(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(({ literal }) => `…${literal.text}`);
  return inOneLine(node.head.text + parts.join(''));
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function kindOf(node: ts.Node): Text['kind'] {
  // The branches of a condition are said where the whole of it is.
  let place = node.parent;
  while (
    ts.isConditionalExpression(place) ||
    ts.isJsxExpression(place) ||
    ts.isParenthesizedExpression(place)
  ) {
    place = place.parent;
  }
  if (ts.isJsxAttribute(place)) return isLabel(place) ? 'label' : 'text';
  if (ts.isPropertyAssignment(place)) {
    return /^(label|title)$/.test(place.name.getText()) ? 'label' : 'text';
  }
  if (!ts.isJsxElement(place)) return 'text';
  return buttonNames.test(place.openingElement.tagName.getText()) ? 'button' : 'text';
}

/** The label of a tooltip is a sentence. */
function isLabel({ name, parent }: ts.JsxAttribute): boolean {
  return labelNames.test(name.getText()) && parent.parent.tagName.getText() !== 'Tooltip';
}

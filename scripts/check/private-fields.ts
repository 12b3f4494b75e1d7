// Finds reads and writes of private fields of Node and of libraries: any release may change them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ownFiles, projectRoot } from '../project.ts';
import type { Finding } from './run-tool.ts';

/** Names with an underscore that are not private: the API's cookies, and JavaScript's own. */
const publicNames = /^(_svc\w*|__proto__)$/;

const members: Readonly<Record<string, string>> = {
  onconnection: "is Node's own: listen to 'connection'",
  owner_symbol: "is Node's own",
  rawListeners: 'shows what others listen with: keep your own list',
  getOwnPropertySymbols: 'looks for symbols that are private',
};

const privateSymbol = /^k[A-Z]\w*$/;
const internals = /^(node:)?internal\/|^--expose[-_]internals$/;

/** What is wrong with a file's text, as `path:line "name" why`. */
export function privateFieldsIn(path: string, text: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    const fault = faultOf(node);
    if (fault) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${path}:${line + 1} "${fault.name}" ${fault.why}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

interface Fault {
  readonly name: string;
  readonly why: string;
}

function faultOf(node: ts.Node): Fault | undefined {
  if (ts.isStringLiteralLike(node) && internals.test(node.text)) {
    return { name: node.text, why: "opens Node's internals" };
  }
  if (ts.isPropertyAccessExpression(node)) return faultOfMember(node.expression, node.name.text);
  if (ts.isElementAccessExpression(node)) {
    const { argumentExpression: key } = node;
    if (ts.isStringLiteralLike(key)) return faultOfMember(node.expression, key.text);
    const isSymbol = ts.isIdentifier(key) && (privateSymbol.test(key.text) || isMember(key.text));
    return isSymbol ? { name: key.text, why: 'looks up a private symbol' } : undefined;
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
    const key = node.propertyName ?? node.name;
    if (ts.isIdentifier(key) || ts.isStringLiteral(key)) return faultOfMember(undefined, key.text);
  }
  return undefined;
}

/** `object` is undefined where a member is taken by destructuring. */
function faultOfMember(object: ts.Expression | undefined, name: string): Fault | undefined {
  if (name === 'binding' && object?.getText() === 'process') {
    return { name: 'process.binding', why: "opens Node's internals" };
  }
  if (isMember(name)) return { name, why: members[name]! };
  if (!/^_+\w/.test(name) || publicNames.test(name)) return undefined;
  return { name, why: 'is a private field: use what is documented' };
}

function isMember(name: string): boolean {
  return Object.hasOwn(members, name);
}

/** Looks through all code of the packages and the scripts. */
export async function privateFields(): Promise<Finding> {
  const files = ownFiles().filter((path) =>
    /^(packages|scripts)\/.*[.](ts|tsx|js|mjs)$/.test(path),
  );
  if (files.length === 0) return 'git names no file, so nothing was checked.';
  const faults = files.flatMap((path) =>
    privateFieldsIn(path, readFileSync(join(projectRoot, path), 'utf8')),
  );
  return faults.length === 0 ? undefined : faults.join('\n');
}

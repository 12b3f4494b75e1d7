// Finds the regular expressions in our own code, and says which could take more than linear time.
import ts from 'typescript';
import { estimateSteps } from '../../packages/core/src/conditions/pattern/cost.ts';
import { parsePattern } from '../../packages/core/src/conditions/pattern/parse.ts';

export interface Expression {
  /** As it stands in the code. */
  readonly text: string;
  /** Undefined where it is put together when the program runs. */
  readonly source?: string;
  readonly flags: string;
}

/** The expressions of a file: literals, patterns of schemas, and calls of RegExp. */
export function expressionsIn(code: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const expression = expressionAt(node);
    if (expression) found.push(expression);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

function expressionAt(node: ts.Node): Expression | undefined {
  const text = node.getText();
  if (ts.isRegularExpressionLiteral(node)) {
    const end = text.lastIndexOf('/');
    return { text, source: text.slice(1, end), flags: text.slice(end + 1) };
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
    const { initializer } = node;
    if (ts.isStringLiteral(initializer)) return { text, source: initializer.text, flags: '' };
  }
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  return isCall && node.expression.getText() === 'RegExp' ? { text, flags: '' } : undefined;
}

const lengths = { short: 10_000, long: 20_000 };

/**
 * How the steps that matching may take grow when the text becomes twice as long: 2 is linear. NaN
 * where there is no bound, and for what is not known until the program runs.
 */
export function growthOf({ source, flags }: Expression): number {
  if (source === undefined) return Number.NaN;
  // What only looks costs what it would cost to match, and is looked at as often.
  const plain = source.replaceAll(/\(\?<?[=!]/g, '(?:');
  // A sticky expression is tried at one place only.
  const read = parsePattern(
    flags.includes('y') ? `^(?:${plain})` : plain,
    flags.includes('i') ? 'i' : '',
  );
  if ('fault' in read) return Number.NaN;
  return estimateSteps(read.pattern, lengths.long) / estimateSteps(read.pattern, lengths.short);
}

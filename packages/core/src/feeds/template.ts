// Texts with places for values of a row: `https://shop.example/products/{Handle}`.
import type { Path } from './mapping-path.ts';
import { parsePath, valueAt } from './mapping-path.ts';
import { scalarText } from './scalar.ts';

/** The texts between the places, one more than there are places. */
export interface Template {
  readonly texts: readonly string[];
  readonly paths: readonly Path[];
}

const TEMPLATE_MAX = 1_000;

/** Parses a template; undefined where it has no place, or one that is no path. */
export function parseTemplate(text: string): Template | undefined {
  if (text.length > TEMPLATE_MAX) return undefined;
  const parts = text.split(/\{([^{}]*)\}/);
  const paths = parts.filter((_, at) => at % 2 === 1).map(parsePath);
  if (paths.length === 0 || paths.includes(undefined)) return undefined;
  return { texts: parts.filter((_, at) => at % 2 === 0), paths: paths as Path[] };
}

/** The text with the row's values; undefined where one of them is absent. */
export function fillTemplate({ texts, paths }: Template, row: unknown): string | undefined {
  let filled = texts[0]!;
  for (const [at, path] of paths.entries()) {
    const text = scalarText(valueAt(row, path));
    if (text === undefined || text === '') return undefined;
    filled += text + texts[at + 1]!;
  }
  return filled;
}

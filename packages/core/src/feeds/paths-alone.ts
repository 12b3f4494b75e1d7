// Columns whose pages or pictures a file names by paths alone: where the shop is, it does not say.
import { firstFound } from './apply-mapping.ts';
import { isPathAlone } from './convert.ts';
import { isArray, isJsonObject, type Json } from './json.ts';
import type { Mapping } from './mapping.ts';
import { scalarText } from './scalar.ts';

/** Ours that a mapping reads as addresses, and of whose values in these rows most are paths. */
export function pathsAlone(mapping: Mapping, rows: readonly unknown[]): readonly string[] {
  return mapping.columns
    .filter(({ as }) => as === 'url')
    .filter((rule) => {
      const texts = rows.filter(isJsonObject).flatMap((row) => textOf(firstFound(rule, row)) ?? []);
      return 2 * texts.filter(isPathAlone).length > texts.length;
    })
    .map(({ column }) => column);
}

/** Of several addresses the first stands for all. */
function textOf(value: Json | undefined): string | undefined {
  const first = value !== undefined && isArray(value) ? value[0] : value;
  return scalarText(first) || undefined;
}

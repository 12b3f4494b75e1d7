// What an import of events did, in words.
import type { ImportReport, Reason } from '../features/events/imports/index.ts';
import { exitCodes, type Result } from './output.ts';

const reasonsShown = 20;
const count = (number: number) => number.toLocaleString('en');
const rowsOf = (number: number) => `${count(number)} ${number === 1 ? 'row' : 'rows'}`;

/** The result of an import. Rejected rows alone are no failure, unless there is nothing else. */
export function importResult(
  report: ImportReport,
  preset: string | null,
  rejectedFile: string | undefined,
): Result {
  const { accepted, repeated, rejected, events, isDryRun, isInterrupted, stopped } = report;
  const lines = [
    isDryRun
      ? `Nothing was changed. ${rowsOf(report.rows)} would make ${count(events)} events; ` +
        `${rowsOf(rejected)} would be rejected.`
      : `${count(accepted)} events accepted, ${count(repeated)} repeated, ` +
        `${rowsOf(rejected)} rejected.`,
    ...report.byType.map((one) =>
      isDryRun
        ? `  ${one.type}: ${count(one.events)}`
        : `  ${one.type}: ${count(one.accepted)} accepted, ${count(one.repeated)} repeated`,
    ),
    ...(report.first ? [`They happened from ${report.first} to ${report.last}.`] : []),
    ...(report.skipped > 0 ? [`The mapping skips ${rowsOf(report.skipped)}.`] : []),
    ...otherTypes(report),
    ...reasons('Rejected:', report.reasons),
    ...reasons('Taken, but:', report.warnings),
    ...unknownProducts(report),
    ...(isDryRun ? report.examples.map((one) => `Example: ${JSON.stringify(one)}`) : []),
    ...(rejected > 0 && rejectedFile ? [`Rejected rows are in ${rejectedFile}.`] : []),
    ...(report.setAside > 0
      ? [`${count(report.setAside)} events could not be worked off: see attune events retry.`]
      : []),
    ...(stopped === null
      ? []
      : [`The import stopped: ${stopped}. Events before that place are imported.`]),
    ...(isInterrupted
      ? ['Interrupted. Run the same command again: what was sent already is not counted twice.']
      : []),
  ];
  return { json: { preset, ...report }, text: lines.join('\n'), exitCode: exitCodeOf(report) };
}

function exitCodeOf({ events, rows, skipped, stopped, isInterrupted }: ImportReport): number {
  if (isInterrupted) return exitCodes.interrupted;
  const isNothing = events === 0 && rows > skipped;
  return stopped !== null || isNothing ? exitCodes.refused : 0;
}

function otherTypes({ otherTypes }: ImportReport): readonly string[] {
  const all = Object.entries(otherTypes).sort(([, a], [, b]) => b - a);
  if (all.length === 0) return [];
  const shown = all.slice(0, reasonsShown).map(([type, rows]) => `${type} (${count(rows)})`);
  return [`Left out, since their type is not in the mapping: ${shown.join(', ')}.`];
}

function unknownProducts({ unknownProducts }: ImportReport): readonly string[] {
  const { products, events, first, isPartial } = unknownProducts;
  if (products === 0) return [];
  const named = first.map(({ sku, events }) => `${sku} (${count(events)})`).join(', ');
  const more = products > first.length ? ', ...' : '';
  const many = `${isPartial ? 'At least ' : ''}${count(products)}`;
  const are = products === 1 ? 'product of the events is' : 'products of the events are';
  const line = `${many} ${are} in no feed, in ${count(events)} events: ${named}${more}.`;
  return [line, '  They count, but tell no affinity. Load the feed first, or check the ids.'];
}

function reasons(title: string, all: readonly Reason[]): readonly string[] {
  if (all.length === 0) return [];
  const more = all.length - reasonsShown;
  return [
    title,
    ...all
      .slice(0, reasonsShown)
      .map(({ reason, rows, line }) => `  ${rowsOf(rows)}: ${reason} (first: ${line})`),
    ...(more > 0 ? [`  and ${count(more)} more reasons`] : []),
  ];
}

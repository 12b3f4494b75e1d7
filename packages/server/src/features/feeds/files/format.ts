// Which formats a feed file may have, and how one is told by the file's name and first bytes.

export const feedFormats = ['csv', 'tsv', 'ndjson', 'json', 'google-xml', 'google-tsv'] as const;
export type FeedFormat = (typeof feedFormats)[number];

const byExtension = new Map<string, FeedFormat>([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['json', 'json'],
  ['xml', 'google-xml'],
  ['rss', 'google-xml'],
  ['atom', 'google-xml'],
]);

/**
 * Tells a file's format by its extension (`.gz` aside), and where that says nothing by its text.
 * Content also decides between cousins: `.json` with an object a line is ndjson, and tab-separated
 * columns named as Google names them are google-tsv.
 */
export function detectFormat(path: string, head: string): FeedFormat {
  const extension = /\.([^./\\]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const named = byExtension.get(extension) ?? guessFormat(head);
  if (named === 'json') return isObjectPerLine(head) ? 'ndjson' : 'json';
  if (named === 'tsv') return hasGoogleColumns(head) ? 'google-tsv' : 'tsv';
  return named;
}

/** A column of a Google file under its bare name: `g:image link` and `Image_Link` are one. */
export function googleColumn(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s_]+/g, '_');
}

/** The delimiter of a CSV file, the one that its header has most: some locales write `;`. */
export function delimiterOf(head: string): string {
  const header = firstLine(head).replace(/"[^"]*"/g, '');
  const [best = ','] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
    .sort((a, b) => b.count - a.count)
    .map(({ delimiter }) => delimiter);
  return best;
}

function guessFormat(head: string): FeedFormat {
  const start = head.trimStart()[0];
  if (start === '<') return 'google-xml';
  if (start === '[' || start === '{') return 'json';
  return firstLine(head).includes('\t') ? 'tsv' : 'csv';
}

function isObjectPerLine(head: string): boolean {
  const text = head.trimStart();
  const line = firstLine(text);
  if (!text.startsWith('{') || !text.slice(line.length).trimStart().startsWith('{')) return false;
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    // The object goes on in the next line: one document.
    return false;
  }
}

function hasGoogleColumns(head: string): boolean {
  const columns = new Set(firstLine(head).split('\t').map(googleColumn));
  return !columns.has('sku') && ['id', 'title', 'link'].every((column) => columns.has(column));
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}

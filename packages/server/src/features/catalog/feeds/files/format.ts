// Which formats a feed file may have, and how one is detected by the file's name and first bytes.

export const feedFormats = [
  ...(['csv', 'tsv', 'xlsx', 'ndjson', 'json', 'xml', 'google-xml', 'google-tsv'] as const),
] as const;
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

/** An extension is within the last characters of a name, which comes from anywhere. */
const endRead = 200;

/**
 * Detects a file's format by its extension (`.gz` and `.zip` aside), and where that says nothing by
 * its text. Content also decides between cousins: `.json` with an object a line is ndjson, and
 * tab-separated columns named as Google names them are google-tsv.
 */
export function detectFormat(path: string, head: string): FeedFormat {
  const end = path.slice(-endRead);
  const extension = /\.([^./\\]+)(?:\.(?:gz|zip))?$/i.exec(end)?.[1]?.toLowerCase() ?? '';
  const named = (isXml(head) ? 'google-xml' : byExtension.get(extension)) ?? guessFormat(head);
  if (named === 'json') return isObjectPerLine(head) ? 'ndjson' : 'json';
  if (named === 'google-xml') return hasFeedRoot(head) ? named : 'xml';
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

const delimiters = [',', ';', '\t', '|'] as const;

/**
 * The delimiter of a CSV file, the one that its header has most: some locales write `;`. A title
 * has few; then the lines below it are looked at.
 */
export function delimiterOf(head: string): string {
  const lines = head.slice(0, headRead).split(/[\r\n]+/);
  const told = /^"?sep=(.)/i.exec(lines[0] ?? '')?.[1];
  if (told !== undefined) return told;
  const found = lines
    .slice(0, linesLookedAt)
    .filter((line) => !line.startsWith('# '))
    .map(mostIn);
  const [first = { delimiter: ',', count: 0 }] = found;
  if (first.count > 1) return first.delimiter;
  return found.find(({ count }) => count > 2)?.delimiter ?? first.delimiter;
}

const headRead = 64 * 1024;
const linesLookedAt = 5;

function mostIn(line: string): { readonly delimiter: string; readonly count: number } {
  const bare = line.replace(/"[^"]*"/g, '');
  const [best = { delimiter: ',', count: 0 }] = delimiters
    .map((delimiter) => ({ delimiter, count: bare.split(delimiter).length - 1 }))
    .sort((a, b) => b.count - a.count);
  return best;
}

/** What cells are quoted with: `'` where all of the header's are, else `"`. */
export function quoteOf(head: string, delimiter: string): string {
  const cells = firstLine(head).split(delimiter);
  return cells.every((cell) => /^\s*'[^']*'\s*$/.test(cell)) ? "'" : '"';
}

/** What kind of file it is, where it is no feed at all; undefined for what may be one. */
export function strangeKind(head: string, bytes: Uint8Array): string | undefined {
  const start = head.slice(0, 2_000).replace(/^[\s\uFEFF]+/, '');
  if (/^(<!--[^>]*-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(start)) {
    return 'a web page (HTML), perhaps one to sign in, or of an error: download the feed again';
  }
  // As bytes: what they are as letters depends on the encoding.
  const first = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  const magic = strangeStarts.find(([text]) => first.startsWith(text) || start.startsWith(text));
  if (magic) return magic[1];
  if (bytes.length > 0 && start === '') return undefined;
  return head.includes('\0')
    ? 'no text, and no table that can be read: export it as CSV, Excel (xlsx), JSON or XML'
    : undefined;
}

const strangeStarts = [
  ['%PDF', 'a PDF document: export the table as CSV or Excel (xlsx)'],
  ['\xd0\xcf\x11\xe0', 'an old Excel file (xls): save it as xlsx or CSV'],
  ['\x89PNG', 'a picture: export the items as CSV, Excel (xlsx), JSON or XML'],
  ['\xff\xd8\xff', 'a picture: export the items as CSV, Excel (xlsx), JSON or XML'],
  ['GIF8', 'a picture: export the items as CSV, Excel (xlsx), JSON or XML'],
  ['Rar!', 'packed as RAR: pack it as gzip or zip'],
  ["7z\xbc\xaf'", 'packed as 7z: pack it as gzip or zip'],
  ['BZh', 'packed as bzip2: pack it as gzip or zip'],
] as const;

function guessFormat(head: string): FeedFormat {
  const start = head.trimStart()[0];
  if (start === '<') return 'google-xml';
  if (start === '[' || start === '{') return 'json';
  return firstLine(head).includes('\t') ? 'tsv' : 'csv';
}

/** Whatever it is called: no other format begins so. */
const isXml = (head: string) =>
  /^\s*<(\?xml\s|!doctype\s|rss\b|feed\b)/i.test(head.slice(0, 1_000));

/** RSS and Atom have their items in a place of their own. */
function hasFeedRoot(head: string): boolean {
  const name = /<([A-Za-z_][\w.:-]*)/.exec(head.slice(0, headRead))?.[1];
  return name === undefined || /^(\w+:)?(rss|feed|RDF|html)$/.test(name);
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

// Reads a file of people: CSV with a header, one id a line, or NDJSON.

/** A person or device of a file; a device by its own id is of the type `id`. */
export interface FilePerson {
  /** From 1. */
  readonly line: number;
  readonly cuid: string;
  readonly cuidType: string;
}

/** What names nobody. */
export interface FileFault {
  readonly line: number;
  readonly detail: string;
}

export interface PeopleFile {
  readonly people: readonly FilePerson[];
  readonly faults: readonly FileFault[];
}

type Named = Omit<FilePerson, 'line'>;
type Reader = (line: string) => readonly Named[] | string;

/** The rarest first: ids may have commas. */
const delimiters = ['\t', ';', ','] as const;
const headerNames = ['cuid', 'cuidType', 'userId'] as const;
const wanted = 'identifies no one: enter cuid and cuidType, or userId';

/**
 * Reads each line by itself. CSV is parted by commas, semicolons or tabs, whichever its first line
 * has; its header is `cuid`, with `cuidType` unless all are of the given type, or `userId`. Without
 * a header a line is an id of that type, or a cuid and its cuidType.
 */
export function readPeopleFile(text: string, cuidType?: string): PeopleFile {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const { read, isHeader } = readerFor(lines[first] ?? '', cuidType);
  const people: FilePerson[] = [];
  const faults: FileFault[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (isHeader && at === first)) continue;
    const named = read(line);
    if (typeof named === 'string') faults.push({ line: at + 1, detail: named });
    else people.push(...named.map((one) => ({ line: at + 1, ...one })));
  }
  return { people, faults };
}

function readerFor(
  first: string,
  cuidType: string | undefined,
): { readonly read: Reader; readonly isHeader: boolean } {
  if (first.trimStart().startsWith('{')) return { read: jsonReader(cuidType), isHeader: false };
  const delimiter = delimiters.find((one) => first.includes(one)) ?? ',';
  const columns = cellsOf(first, delimiter).map(nameOf);
  if (columns.length === 1 && columns[0] === 'userId') return { read: readIds, isHeader: true };
  const isHeader = columns.includes('cuid') || columns.includes('userId');
  const names = isHeader ? columns : (['cuid', 'cuidType'] as const);
  return {
    isHeader,
    read: (line) => {
      const cells = cellsOf(line, delimiter);
      const row = Object.fromEntries(names.map((name, at) => [name ?? '', cells[at] ?? '']));
      return namedBy(row, cuidType);
    },
  };
}

/** A header's name, whatever its case. */
const nameOf = (cell: string) =>
  headerNames.find((name) => name.toLowerCase() === cell.toLowerCase());

function jsonReader(cuidType: string | undefined): Reader {
  return (line) => {
    try {
      return namedBy((JSON.parse(line) ?? {}) as Record<string, unknown>, cuidType);
    } catch {
      // SyntaxError is how JSON.parse says that it is none.
      return 'is not JSON';
    }
  };
}

/** Ids alone have nothing in them that stands between them. */
const readIds: Reader = (line) => {
  const ids = line.split(/[,;\t]/).map((id) => id.trim());
  return ids.filter((id) => id !== '').map((cuid) => ({ cuid, cuidType: 'id' }));
};

function namedBy(row: Readonly<Record<string, unknown>>, usual?: string): Named[] | string {
  const { cuid, cuidType, userId } = row;
  if (isText(userId)) return [{ cuid: userId, cuidType: 'id' }];
  const type = isText(cuidType) ? cuidType : usual;
  return isText(cuid) && type !== undefined ? [{ cuid, cuidType: type }] : wanted;
}

const isText = (cell: unknown): cell is string => typeof cell === 'string' && cell !== '';

/** A quote within a quoted cell is written twice; what a spreadsheet puts around is cut off. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at]!;
    if (isQuoted && char === '"' && line[at + 1] === '"') {
      cell += char;
      at += 1;
    } else if (char === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (char === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

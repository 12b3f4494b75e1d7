// Reads a file of people: CSV with a header, by `,` `;` or tab, or NDJSON, a line each.

export type Member = { cuid: string; cuidType: string } | { userId: string };

export type Read =
  | { readonly members: readonly Member[]; readonly fault?: undefined }
  | { readonly fault: string };

/** The most that a list can name. */
const membersMax = 1_000_000;

/** The people that a file names, or the first line that names no person. */
export function readMembers(text: string): Read {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const isJson =
    lines
      .find((line) => line.trim() !== '')
      ?.trimStart()
      .startsWith('{') ?? false;
  const read = isJson ? readJsonLine : readerOfCsv(lines[0] ?? '');
  if (typeof read === 'string') return { fault: read };
  const members: Member[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (at === 0 && !isJson)) continue;
    const found = read(line);
    if (typeof found === 'string') return { fault: `Line ${at + 1}: ${found}` };
    members.push(...found);
  }
  if (members.length === 0) return { fault: 'The file names nobody.' };
  if (members.length <= membersMax) return { members };
  return { fault: `The file names ${members.length} people; a list holds ${membersMax} at most.` };
}

const wanted = 'it must name cuid and cuidType, or userId';

type ReadLine = (line: string) => readonly Member[] | string;

function readJsonLine(line: string): readonly Member[] | string {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return 'it is not JSON';
  }
}

/** By the header; or why there can be none. */
function readerOfCsv(header: string): string | ReadLine {
  if (header.trim() === 'userId') return readIds;
  const delimiter = [',', ';', '\t'].find((one) => header.includes(one)) ?? ',';
  const columns = cellsOf(header, delimiter).map((cell) => cell.trim());
  if (!columns.includes('userId') && !(columns.includes('cuid') && columns.includes('cuidType'))) {
    return 'Line 1: the header must be cuid,cuidType or userId; or each line JSON.';
  }
  return (line) => {
    const cells = cellsOf(line, delimiter).map((cell) => cell.trim());
    return membersOf(Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
  };
}

/** A quote within a quoted cell is written twice. */
function cellsOf(line: string, delimiter: string): string[] {
  const cell = RegExp(`(?:^|${delimiter})(?:"((?:[^"]|"")*)"|([^${delimiter}]*))`, 'g');
  return [...line.matchAll(cell)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

/** Ids alone have nothing in them that stands between them. */
function readIds(line: string): readonly Member[] {
  const ids = line.split(/[,;\t]/).map((id) => id.trim());
  return ids.filter((id) => id !== '').map((userId) => ({ userId }));
}

function membersOf(row: Readonly<Record<string, unknown>> | null): readonly Member[] | string {
  const member = memberOf(row);
  return member ? [member] : wanted;
}

function memberOf(row: Readonly<Record<string, unknown>> | null): Member | undefined {
  const { cuid, cuidType, userId } = row ?? {};
  if (isText(userId)) return { userId };
  return isText(cuid) && isText(cuidType) ? { cuid, cuidType } : undefined;
}

const isText = (cell: unknown): cell is string => typeof cell === 'string' && cell !== '';

// Reads a file of people: CSV with a header, or NDJSON, a line each.

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
    const member = read(line);
    if (typeof member === 'string') return { fault: `Line ${at + 1}: ${member}` };
    members.push(member);
  }
  if (members.length === 0) return { fault: 'The file names nobody.' };
  if (members.length <= membersMax) return { members };
  return { fault: `The file names ${members.length} people; a list holds ${membersMax} at most.` };
}

const wanted = 'it must name cuid and cuidType, or userId';

function readJsonLine(line: string): Member | string {
  try {
    return memberOf(JSON.parse(line)) ?? wanted;
  } catch {
    return 'it is not JSON';
  }
}

/** By the header; or why there can be none. */
function readerOfCsv(header: string): string | ((line: string) => Member | string) {
  const columns = cellsOf(header).map((cell) => cell.trim());
  if (!columns.includes('userId') && !(columns.includes('cuid') && columns.includes('cuidType'))) {
    return 'Line 1: the header must be cuid,cuidType or userId; or each line JSON.';
  }
  return (line) => {
    const cells = cellsOf(line).map((cell) => cell.trim());
    return memberOf(Object.fromEntries(columns.map((name, at) => [name, cells[at]]))) ?? wanted;
  };
}

/** A quote within a quoted cell is written twice. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

function memberOf(row: Readonly<Record<string, unknown>> | null): Member | undefined {
  const { cuid, cuidType, userId } = row ?? {};
  if (isText(userId)) return { userId };
  return isText(cuid) && isText(cuidType) ? { cuid, cuidType } : undefined;
}

const isText = (cell: unknown): cell is string => typeof cell === 'string' && cell !== '';

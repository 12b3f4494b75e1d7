// The code blocks of a Markdown page, each with the comment above it that says how it is tested.

export interface Block {
  readonly language: string;
  readonly text: string;
  /** Where it begins. */
  readonly line: number;
  /** What the HTML comment on the line above it says; '' without one. */
  readonly marker: string;
}

/** All blocks of a page, in order: fenced ones, and those that are indented by four columns. */
export function blocksOf(page: string): Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', language] = /^( *)```(\w*)/.exec(lines[at] ?? '') ?? [];
    const isFenced = language !== undefined;
    if (!isFenced && !isIndented(lines, at)) continue;
    const end = isFenced ? endOfFence(lines, at) : endOfIndented(lines, at);
    const body = lines.slice(isFenced ? at + 1 : at, end);
    blocks.push({
      language: language ?? '',
      text: body.map((line) => line.replace(isFenced ? indent : '    ', '')).join('\n'),
      line: at + 1,
      marker: /^ *<!-- (.*) -->$/.exec(lines[at - 1] ?? '')?.[1] ?? '',
    });
    at = end;
  }
  return blocks;
}

/** Lines that go on with a list are indented too, but follow no empty line or another list. */
function isIndented(lines: readonly string[], at: number): boolean {
  const before = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? '';
  const follows = (lines[at - 1] ?? '').trim() === '' || before.startsWith('<!--');
  return /^ {4}\S/.test(lines[at] ?? '') && follows && !/^ *([-*]|\d+[.]) |^ {2,}/.test(before);
}

function endOfFence(lines: readonly string[], start: number): number {
  const end = lines.findIndex((line, index) => index > start && /^ *```$/.test(line));
  return end < 0 ? lines.length : end;
}

function endOfIndented(lines: readonly string[], start: number): number {
  const end = lines.findIndex((line, index) => index > start && !/^ {4}|^$/.test(line));
  return end < 0 ? lines.length : end;
}

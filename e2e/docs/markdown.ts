// What a Markdown page holds: its links, the anchors of its headings, and its code blocks.

interface Link {
  readonly target: string;
  readonly line: number;
}

/** The links of a page to files and anchors of this project, outside of code. */
export function linksOf(text: string): Link[] {
  return withoutCode(text).flatMap((line, index) =>
    [...line.matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, target = '']) => ({ target, line: index + 1 }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  );
}

/** The anchors of a page as code hosts make them from headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of withoutCode(text, { keepInline: true })) {
    const [, heading] = /^#{1,6} +(.*?) *$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

/** The lines of a page, with those of code blocks, and code within lines, left empty. */
function withoutCode(text: string, { keepInline = false } = {}): string[] {
  let fence = '';
  return text.split('\n').map((line) => {
    const [, mark = ''] = /^ *(```+|~~~+)/.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return '';
    }
    fence = mark;
    if (mark !== '' || /^ {4}/.test(line)) return '';
    return keepInline ? line : line.replace(/(`+)(?!`).*?\1/g, '');
  });
}

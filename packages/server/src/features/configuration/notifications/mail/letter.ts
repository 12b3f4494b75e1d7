// What a mail says, as plain text and as HTML.

export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  /** Why the reader gets it. */
  readonly reason: string;
}

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const longestSubject = 150;

/** Writes a letter. What names and texts have in them makes neither markup nor a header. */
export function writeLetter({ subject, paragraphs, link, reason }: Letter): WrittenLetter {
  const lines = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : []), `-- \n${reason}`];
  const style = 'font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1a1a1a';
  const parts = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`] : []),
    `<p style="font-size: 14px; color: #595959">${escaped(reason)}</p>`,
  ];
  return {
    subject: onOneLine(subject).slice(0, longestSubject).toWellFormed(),
    text: `${lines.join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"></head>` +
      `<body style="${style}">${parts.join('')}</body></html>`,
  };
}

const signs: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign]!);

const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

// Text as people read it, of text that was written for web pages.
import { entityNames } from './entity-names.ts';

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g;

/** Does a text have an entity of HTML in it that can be decoded? */
export function hasEntities(text: string): boolean {
  return text.includes('&') && decodeEntities(text) !== text;
}

/** `&amp;`, `&#8211;` and `&eacute;` as the characters that they stand for; others stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(entity, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return entityNames.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return isCharacter(code) ? String.fromCodePoint(code) : whole;
  });
}

const isCharacter = (code: number) =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/** Has a text tags of HTML in it? */
export const hasTags = (text: string) => /<\/?[a-zA-Z][^<>]{0,200}>/.test(text);

/** Tags between which a reader sees a gap; others stand within words. */
const blocks = new Set(
  'p br div li ul ol tr td th table h1 h2 h3 h4 h5 h6 hr section article'.split(' '),
);
/** Tags whose content is not read. */
const hidden = new Set(['script', 'style']);

/** The words of HTML without its tags. */
export function stripTags(html: string): string {
  if (!html.includes('<')) return html;
  const [first = '', ...parts] = html.split('<');
  let text = first;
  let within: string | undefined;
  for (const part of parts) {
    const { name, isEnd, rest } = readTag(part);
    if (within !== undefined) {
      if (!isEnd || name !== within) continue;
      within = undefined;
      text += ` ${rest}`;
    } else if (name === undefined) text += rest;
    else if (hidden.has(name) && !isEnd) within = name;
    else text += blocks.has(name) ? ` ${rest}` : rest;
  }
  return (/[^\S ]| {2}/.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();
}

/** What begins after a `<`: a tag by its name, or a comment or text without one; and the rest. */
function readTag(part: string): { name?: string; isEnd: boolean; rest: string } {
  const end = part.indexOf('>');
  const inside = part.slice(0, Math.max(end, 0));
  const [, name] = /^\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(inside) ?? [];
  const rest = part.slice(end + 1);
  if (name !== undefined) return { name: name.toLowerCase(), isEnd: part.startsWith('/'), rest };
  const isComment = inside.startsWith('!--') && inside.endsWith('--');
  return { isEnd: false, rest: isComment ? rest : `<${part}` };
}

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

const block = /<\/?(?:p|br|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|section|article)\b[^<>]*>/gi;
const hidden = /<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi;
const tag = /<\/?[a-zA-Z][^<>]*>|<!--[^<>]*-->/g;

/** Has a text tags of HTML in it? */
export const hasTags = (text: string) => /<\/?[a-zA-Z][^<>]{0,200}>/.test(text);

/** The words of HTML without its tags. */
export function stripTags(html: string): string {
  if (!html.includes('<')) return html;
  return html
    .replaceAll(hidden, ' ')
    .replaceAll(block, ' ')
    .replaceAll(tag, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

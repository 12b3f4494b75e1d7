// What a cell of a sheet says, as text: numbers with all their digits, dates as ISO 8601 has them.
import type { Workbook } from './parts.ts';

/** A cell as the sheet has it. */
export interface RawCell {
  /** The attribute `t`. */
  readonly type: string;
  /** The attribute `s`. */
  readonly style: string;
  readonly text: string;
}

/** The cell's text; '' for an error such as #N/A, which says nothing. */
export function cellText({ type, style, text }: RawCell, workbook: Workbook): string {
  switch (type) {
    case 's':
      return workbook.texts[Number(text)] ?? '';
    case 'b':
      return text === '1' ? 'true' : 'false';
    case 'e':
      return '';
    case 'str':
    case 'inlineStr':
    case 'd':
      return text;
    default:
      return workbook.areDates[Number(style)] ? dateText(text, workbook.is1904) : numberText(text);
  }
}

/** Excel shows 15 digits of what it keeps: 19.989999999999998 is 19.99. Whole numbers keep all. */
function numberText(text: string): string {
  const number = Number(text);
  if (text.trim() === '' || /^-?\d+$/.test(text) || !Number.isFinite(number)) return text;
  return String(Number(number.toPrecision(15)));
}

const dayMs = 86_400_000;
const epoch = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31. */
const daysMost = 2_958_466;

/** Days since 1900, whose February has 29 days there, or since 1904. */
function dateText(text: string, is1904: boolean): string {
  const days = Number(text);
  // A time without a day is a number.
  if (text.trim() === '' || !(days >= 1 && days < daysMost)) return numberText(text);
  const shift = !is1904 && days < 60 ? 1 : 0;
  const ms = Math.round(((days + shift) * dayMs) / 1_000) * 1_000;
  const iso = new Date((is1904 ? epoch1904 : epoch) + ms).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19);
}

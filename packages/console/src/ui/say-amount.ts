// Shares in words.

/** A space that no line breaks at. */
const nbsp = '\u00a0';

/** Of a part of one: "12.5 %", "0.0025 %". */
export function sayShare(share: number): string {
  return `${Number((100 * share).toFixed(4))}${nbsp}%`;
}

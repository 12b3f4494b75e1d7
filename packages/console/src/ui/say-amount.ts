// Shares and spans in words.

/** A space that no line breaks at. */
const nbsp = '\u00a0';

/** Of a part of one: "12.5 %", "0.0025 %". */
export function sayShare(share: number): string {
  return `${Number((100 * share).toFixed(4))}${nbsp}%`;
}

/** "3 days", "36 hours", "1 hour". */
export function sayHours(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

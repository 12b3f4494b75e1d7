// Sizes and durations as people say them.

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "3.4 GB", in steps of 1000. */
export function sayBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${sizes[step]}`;
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** "4 s", "2 min", "3 h 5 min". */
export function sayDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const at = units.findIndex(([, size]) => seconds >= size);
  if (at < 0) return `${seconds} s`;
  const [name, size] = units[at]!;
  const [nextName, nextSize] = units[at + 1] ?? ['s', 1];
  const rest = Math.floor((seconds % size) / nextSize);
  return `${Math.floor(seconds / size)} ${name}${rest > 0 ? ` ${rest} ${nextName}` : ''}`;
}

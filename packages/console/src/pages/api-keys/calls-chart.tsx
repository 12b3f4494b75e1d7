// Calls a day over the last 30 days.
import { Bars } from '../../ui/bars.tsx';
import { dayName, sayCalls, sum } from './key.ts';

export function CallsChart({ calls, height = 28 }: { calls: readonly number[]; height?: number }) {
  const total = sum(calls);
  const most = Math.max(...calls, 0);
  const peak = most > 0 ? `, most on ${dayName(calls.indexOf(most), calls.length)}: ${most}` : '';
  return (
    <Bars
      values={calls}
      height={height}
      label={`${sayCalls(total)} in ${calls.length} days${peak}`}
      nameOf={(at) => `${dayName(at, calls.length)}: ${sayCalls(calls[at] ?? 0)}`}
    />
  );
}

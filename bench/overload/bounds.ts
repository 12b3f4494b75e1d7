// What an overload may do to the product, and which of these bounds a measurement broke.
import { type Priority, priorities } from '@attune/contract';
import type { OverloadResult, PriorityResult } from './measure.ts';

/** Of the processes of `npm start`, without PostgreSQL's. */
export const memoryMostBytes = 1024 * 1024 * 1024;
export const healthMostMs = 1_000;
/** Normal again: choose's p99 is at most so many times, and so many milliseconds, what it was. */
export const normalRatio = 1.5;
export const normalMs = 5;
/** Offered, but not sent because all connections were busy, at most. */
const unsentMost = 0.01;
const calmAnswered = 0.99;
/** What waits at the end of the overload is answered after it, and was not refused. */
const nearlyAll = 0.95;

/** Good answers to arrivals, both in the same seconds: what waits for longer counts later. */
export const servedShare = ({ perSecond }: PriorityResult['during']) =>
  perSecond.served / perSecond.arrivals;

/**
 * What a measurement broke, in words; empty where everything holds. A short one runs beside others,
 * on a machine that is not its own: what takes time is not held against it.
 */
export function violationsOf(result: OverloadResult): string[] {
  const { priorities: all, memory, healthMs } = result;
  const { isShort } = result.plan;
  const of = (priority: Priority) => all.find((one) => one.priority === priority)!;
  const choose = of('choose');
  const faults: string[] = [];
  const hold = (isHeld: boolean, fault: string) => {
    if (!isHeld) faults.push(fault);
  };
  for (const { priority, failed, firstFailure, unanswered, during } of all) {
    hold(failed === 0, `${priority}: ${failed} failed, first: ${firstFailure}`);
    hold(unanswered === 0, `${priority}: ${unanswered} were never answered`);
    const unsent = during.perSecond.unsent / during.perSecond.arrivals;
    hold(isShort || unsent <= unsentMost, `${priority}: ${percent(unsent)} found no connection`);
  }
  const isOverload = all.some(({ during }) => during.perSecond.shed > 0);
  hold(isShort || isOverload, 'Nothing was shed: this was no overload');
  for (const priority of priorities.slice(1)) {
    const lower = all.find((one) => one.priority === priority);
    if (!lower) continue;
    const [mine, theirs] = [servedShare(choose.during), beyondPromise(priority, lower.during)];
    hold(
      isShort || mine >= Math.min(theirs, nearlyAll),
      `choose: served ${percent(mine)}, and ${priority} ${percent(theirs)}`,
    );
  }
  const mebibytes = Math.round(memory.most / 2 ** 20);
  hold(memory.most <= memoryMostBytes, `memory rose to ${mebibytes} MiB`);
  const slowest = Math.max(...healthMs);
  hold(isShort || slowest <= healthMostMs, `/healthz took ${slowest.toFixed(0)} ms`);
  for (const { priority, after } of all) {
    const answered = after.perSecond.good / after.perSecond.arrivals;
    hold(
      isShort || answered >= calmAnswered,
      `${priority}: only ${percent(answered)} were served afterwards`,
    );
  }
  const [before, after] = [choose.before.p99Ms, choose.after.p99Ms];
  const isNormal = after <= Math.max(before * normalRatio, before + normalMs);
  const [was, is] = [before.toFixed(1), after.toFixed(1)];
  hold(isShort || isNormal, `choose: p99 was ${was} ms, and ${is} ms afterwards`);
  return faults;
}

/** One management request gets in every 100 ms, whatever there is: those are not counted here. */
const beyondPromise = (priority: Priority, during: PriorityResult['during']) => {
  const promised = priority === 'management' ? 10 / during.perSecond.arrivals : 0;
  return Math.max(servedShare(during) - promised, 0);
};

export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

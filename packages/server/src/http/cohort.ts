// Requests that come together are answered stage by stage, and not one after the other: what a
// stage needs of code and tables is then in the processor's caches for all of them but the first.
// Larus and Parkes, "Using Cohort-Scheduling to Enhance Server Performance" (2002); ADR 0037.

/** In larger ones the first would wait for longer, and nobody would gain. */
export const cohortMost = 16;

/**
 * A stage: what is given to it in one go is done in one go, in that order, as soon as the stage
 * that gave it has done all of its own. `run` must not throw: those behind would be forgotten.
 */
export function stage<T>(run: (one: T) => void): (one: T) => void {
  let given: T[] = [];
  const runAll = () => {
    const cohort = given;
    given = [];
    for (const one of cohort) run(one);
  };
  return (one) => {
    if (given.push(one) === 1) queueMicrotask(runAll);
  };
}

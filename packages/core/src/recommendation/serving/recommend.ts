// Knows how a strategy recommends: pure, synchronous, from one revision of one feed.

import { Filling } from './fill.ts';
import { Finder } from './finder.ts';
import { classesOf } from './places.ts';
import type { Recommendation, RecommendationTrace, StepTrace } from './recommendation.ts';
import type { RecommendInput } from './request.ts';
import { seedsOf } from './seeds.ts';
import { Trace } from './trace.ts';

/** As many are counted of what qualifies. */
const mostCounted = 1_000;

/**
 * Recommends items for slots.
 *
 * Each step fills what those before it left empty; behind the last comes whatever qualifies, the
 * popular first. A slot is empty only where no item is left that may be in it: items are moved
 * between slots before that. Filters and rules hold for every slot, pins included: a pinned item
 * that does not qualify leaves its slot to the steps. Diversity gives way before a slot stays
 * empty. No item is given twice.
 */
export function recommend(input: RecommendInput): Recommendation {
  const trace = input.traces ? new Trace() : null;
  const finder = new Finder(input, trace);
  const filling = new Filling(finder, classesOf(input, finder.around));
  filling.pin();
  filling.bySteps(true);
  filling.byLastResort(true);
  if (filling.isDiverse) {
    filling.bySteps(false);
    filling.byLastResort(false);
  }
  filling.byMoving();
  return { slots: filling.slots, trace: trace && traceOf(finder, filling, trace) };
}

function traceOf(finder: Finder, { slots, lostPins }: Filling, trace: Trace): RecommendationTrace {
  const { catalogue, strategy } = finder.input;
  const [plain] = classesOf(
    { ...finder.input, rules: [], realtimeRules: [], slots: 1 },
    finder.around,
  );
  const dropped = trace.dropped(catalogue.skuOf);
  const any = finder.ofLastResort(plain!).at(-1)!;
  let count = 0;
  while (count < mostCounted && any.at(count)) count += 1;
  return {
    steps: strategy.steps.map((step, at): StepTrace => {
      const given = slots.filter((item) => item?.step === at).length;
      const candidates = finder.lookedAt(step);
      const note = given > 0 ? null : noteOf(finder, at, candidates);
      return { step: at, method: step.method.type, candidates, given, note };
    }),
    dropped,
    lostPins,
    qualifying: { count, isAll: count < mostCounted },
  };
}

/** Why a step gave nothing. */
function noteOf({ input, around }: Finder, at: number, candidates: number): string {
  const { method, key, slots } = input.strategy.steps[at]!;
  if (key !== null && !input.model(key)) return 'Its model is not built, or not loaded yet.';
  if (slots && ![...slots].some((slot) => slot < input.slots)) return 'It has none of these slots.';
  if (candidates > 0) return 'All that it proposes is left out by filters, or given already.';
  const isSeeded = 'seed' in method || method.type === 'collaborative';
  if (isSeeded && seedsOf(method, around).length === 0) return 'There is no item to go out from.';
  return 'It has nothing to propose, or nothing was left to fill.';
}

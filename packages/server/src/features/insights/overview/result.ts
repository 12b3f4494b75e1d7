// A report in a line: pure.
import type { OverviewOutput, ReportOutput } from '@attune/contract';

type Result = NonNullable<OverviewOutput['liveCampaigns']['items'][number]['result']>;
type Experience = ReportOutput['experiences'][number];

const daysShown = 14;
const dayMs = 86_400_000;

/** What a report says first: the likeliest best variation of the experience that most users saw. */
export function resultOf(report: ReportOutput, now: number): Result {
  const { experiences, metric, asOf } = report;
  const main = experiences.toSorted((one, other) => exposedTo(other) - exposedTo(one))[0];
  const best = main && bestOf(main);
  const baseline = main?.variations.find(({ id }) => id === main.baseline);
  return {
    asOf,
    metric,
    experience: experiences.length > 1 ? (main?.name ?? null) : null,
    variation: best?.name ?? null,
    baseline: (best && baseline?.name) ?? null,
    uplift: best?.uplift ?? null,
    users: experiences.reduce((sum, one) => sum + exposedTo(one), 0),
    counted: (main?.variations ?? []).reduce((sum, { users }) => sum + users, 0),
    perDay: perDayOf(experiences, now),
  };
}

const exposedTo = ({ variations }: Experience) =>
  variations.reduce((sum, { exposed }) => sum + exposed, 0);

/** Of those that are compared with the baseline. */
function bestOf({ variations, baseline }: Experience) {
  return variations
    .filter(({ id, uplift }) => id !== baseline && uplift !== null)
    .toSorted((one, other) => (other.probabilityBest ?? 0) - (one.probabilityBest ?? 0))[0];
}

function perDayOf(experiences: readonly Experience[], now: number): Result['perDay'] {
  const users = new Map<string, number>();
  for (const { daily } of experiences.flatMap(({ variations }) => variations)) {
    for (const { day, exposed } of daily) users.set(day, (users.get(day) ?? 0) + exposed);
  }
  return Array.from({ length: daysShown }, (_, at) => {
    const day = new Date(now - (daysShown - 1 - at) * dayMs).toISOString().slice(0, 10);
    return { day, users: users.get(day) ?? 0 };
  });
}

// Shows decisions to teammates who watch the site: what was given, and why.
import { drawsOf } from '@attune/core';
import type { Caller, Context } from '../../../context.ts';
import type { Decided } from './answer.ts';
import type { Gathered } from './gather.ts';

/** Shows decisions on a watched site, under their ids, by which they can be replayed. */
export function showDecisions(
  { live }: Pick<Context, 'live'>,
  { key, snapshot: { site } }: Caller,
  traceId: string,
  gathered: Observed,
  decided: readonly Decided[],
  ids: readonly string[],
): void {
  for (const [at, { compiled, decision }] of decided.entries()) {
    const { selector } = compiled.definition;
    const isGiven = decision.variation !== null;
    const given = isGiven ? drawsOf(decision).map(({ variation }) => variation.name) : ['nothing'];
    const reason = decision.reason.replaceAll('_', ' ');
    const why = `${given.join(', ')}: ${reason}${unrecorded(gathered)}`;
    const decisionId = ids[at] ?? '';
    const { userId } = gathered;
    const from = { kind: 'decision', key: key.name, traceId, userId } as const;
    live.note(site.id, { ...from, selector, decisionId, why });
  }
}

type Observed = Pick<Gathered, 'userId' | 'isBot' | 'isInternal' | 'lacksConsent'>;

function unrecorded({ isBot, isInternal, lacksConsent }: Observed): string {
  if (isBot) return '; not recorded: a bot';
  if (lacksConsent) return '; not recorded: no consent';
  return isInternal ? '; in no report: internal traffic' : '';
}

// Which pins of a draft would not be shown, and why: as a new visitor would get them.

import { nobody, previewOf } from '../../../strategies/preview/subject.ts';
import { usePreview } from '../../../strategies/preview/use-preview.ts';
import { isFinished, payloadOf, type RecommendationDraft } from './recommendation.ts';

const none: ReadonlyMap<number, string> = new Map();

/** By the place of the pin: "is not shown, as …". */
export function useLostPins(draft: RecommendationDraft | undefined): ReadonlyMap<number, string> {
  const isAsked = draft?.pins && draft.pins.length > 0 && isFinished(draft);
  const { answer, isOld } = usePreview(isAsked ? requestOf(draft) : undefined);
  if (!isAsked || isOld || !answer) return none;
  return new Map(
    answer.findings.flatMap(({ pointer, detail }) => {
      const at = /^\/pins\/(\d+)\//.exec(pointer)?.[1];
      return at === undefined ? [] : [[Number(at), detail] as const];
    }),
  );
}

function requestOf(draft: RecommendationDraft) {
  const { strategy, slots = 1, rules, pins } = payloadOf(draft, '', () => undefined);
  const asked = { strategyId: strategy, ...(rules && { rules }), ...(pins && { pins }) };
  return previewOf(asked, { ...nobody, slots });
}

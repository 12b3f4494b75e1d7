// What a variation would recommend as it is written now, to the visitor that previews are for.
import type { PreviewStrategyInput } from '@attune/contract';
import { useSite } from '../../../../shell/site-context.ts';
import { useKeptInPage } from '../../../../ui/unsaved.ts';
import { type Item, itemOf } from '../../../feeds/item-labels.ts';
import { nobody, previewOf, type Subject } from '../../../strategies/preview/subject.ts';
import { type Previewed, usePreview } from '../../../strategies/preview/use-preview.ts';
import { isFinished, payloadOf, type RecommendationDraft } from './recommendation.ts';

/** The visitor that previews of a site are for, until another is chosen. */
export const useSubject = () =>
  useKeptInPage<Subject>(['subject of previews', useSite().name], nobody);

export function useRecommended(
  draft: RecommendationDraft,
  subject: Subject,
  realtimeRules?: PreviewStrategyInput['realtimeRules'],
  isWanted = true,
): Previewed {
  const { strategy, slots = 10, rules, pins } = payloadOf(draft, '', () => undefined);
  const asked = {
    strategyId: strategy,
    ...{ ...(rules && { rules }), ...(pins && { pins }) },
    ...(realtimeRules !== undefined && { realtimeRules }),
  };
  return usePreview(
    isWanted && isFinished(draft) ? previewOf(asked, { ...subject, slots }) : undefined,
  );
}

/** The items of a preview; slots that stay empty are left out. */
export const itemsOf = ({ answer }: Previewed): readonly Item[] | undefined =>
  answer?.slots.flatMap(({ sku, productData }) =>
    sku === null ? [] : [{ ...itemOf(productData), sku }],
  );

// What a variation would recommend to a user, as it is written now.
import type { PreviewStrategyInput } from '@attune/contract';
import { Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { parseJson } from '../../../../json/fault.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { JsonField } from '../../../../ui/json-field.tsx';
import { ListSkeleton } from '../../../../ui/page.tsx';
import { useKeptInPage } from '../../../../ui/unsaved.ts';
import { Findings } from '../../../strategies/preview/findings.tsx';
import { ItemList } from '../../../strategies/preview/item-list.tsx';
import { nobody, previewOf } from '../../../strategies/preview/subject.ts';
import { SubjectFields } from '../../../strategies/preview/subject-fields.tsx';
import { usePreview } from '../../../strategies/preview/use-preview.ts';
import { useFeed } from '../../../strategies/use-feed.ts';
import { payloadOf, type RecommendationDraft } from './recommendation.ts';

export function RecommendationPreview({ draft }: { draft: RecommendationDraft }) {
  const { name: site } = useSite();
  const [subject, setSubject] = useKeptInPage(['subject of previews', site], nobody);
  const [ofRequest, setOfRequest] = useKeptInPage(['real-time rules of previews', site], '');
  const { data: strategies = [] } = useEvery(consoleApi.listStrategies, site);
  const { strategy, slots = 10, rules, pins } = payloadOf(draft, '', () => undefined);
  const chosen = strategies.find(({ id }) => id === strategy);
  const { feed } = useFeed(chosen?.strategy.feed);
  const read = ofRequest.trim() === '' ? { json: undefined } : parseJson(ofRequest);
  const realtimeRules = read.fault
    ? undefined
    : (read.json as PreviewStrategyInput['realtimeRules']);
  const asked = {
    strategyId: strategy,
    ...{ ...(rules && { rules }), ...(pins && { pins }) },
    ...(realtimeRules !== undefined && { realtimeRules }),
  };
  const { answer, isOld, error, refetch } = usePreview(
    read.fault ? undefined : previewOf(asked, { ...subject, slots }),
  );
  return (
    <Stack gap="sm">
      <SubjectFields subject={subject} onChange={setSubject} feed={feed} hasSlots={false} />
      <Disclosure what="rules of the request">
        <JsonField
          label="Rules of the request"
          description="JSON, as selector.args.<selector>.realtimeRules of choose. Empty: none."
          minRows={2}
          isEmptyFine
          value={ofRequest}
          onChange={setOfRequest}
        />
      </Disclosure>
      <Text size="sm" c="dimmed" role="status" mih={20}>
        {sayState(read.fault !== undefined, isOld)}
      </Text>
      <Findings answer={answer} />
      <ErrorAlert error={error} onRetry={refetch} />
      {!answer && !error && <ListSkeleton rows={3} />}
      {answer && <ItemList slots={answer.slots} label="Recommended items" isOld={isOld} />}
    </Stack>
  );
}

function sayState(isUnread: boolean, isOld: boolean): string {
  if (isUnread) return 'Fix the rules of the request to see a preview.';
  return isOld ? 'Loading…' : 'As visitors get it, with the rules and pins above.';
}

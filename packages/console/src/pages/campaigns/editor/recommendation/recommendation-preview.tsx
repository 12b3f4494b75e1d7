// What a variation would recommend to a user, as it is written now.
import type { PreviewStrategyInput } from '@attune/contract';
import { Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { parseJson } from '../../../../json/fault.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ForDevelopers } from '../../../../ui/for-developers.tsx';
import { JsonField } from '../../../../ui/json-field.tsx';
import { ListSkeleton } from '../../../../ui/page.tsx';
import { useKeptInPage } from '../../../../ui/unsaved.ts';
import { Findings } from '../../../strategies/preview/findings.tsx';
import { ItemList } from '../../../strategies/preview/item-list.tsx';
import { SubjectFields } from '../../../strategies/preview/subject-fields.tsx';
import { useFeed } from '../../../strategies/use-feed.ts';
import type { RecommendationDraft } from './recommendation.ts';
import { useRecommended, useSubject } from './use-recommended.ts';

export function RecommendationPreview({ draft }: { draft: RecommendationDraft }) {
  const { name: site } = useSite();
  const [subject, setSubject] = useSubject();
  const [ofRequest, setOfRequest] = useKeptInPage(['real-time rules of previews', site], '');
  const { data: strategies = [] } = useEvery(consoleApi.listStrategies, site);
  const chosen = strategies.find(({ id }) => id === draft.strategy);
  const { feed } = useFeed(chosen?.strategy.feed);
  const read = ofRequest.trim() === '' ? { json: undefined } : parseJson(ofRequest);
  const realtimeRules = read.fault
    ? undefined
    : (read.json as PreviewStrategyInput['realtimeRules']);
  const { answer, isOld, error, refetch } = useRecommended(
    draft,
    subject,
    realtimeRules,
    read.fault === undefined,
  );
  return (
    <Stack gap="sm">
      <SubjectFields subject={subject} onChange={setSubject} feed={feed} hasSlots={false} />
      <ForDevelopers>
        <JsonField
          label="Rules of the request"
          description="JSON, as selector.args.<selector>.realtimeRules of choose. Empty: none."
          minRows={2}
          isEmptyFine
          value={ofRequest}
          onChange={setOfRequest}
        />
      </ForDevelopers>
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

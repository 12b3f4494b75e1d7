// What a variation would give to somebody, as it is written now.
import { Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../../ui/page.tsx';
import { useKept } from '../../../../ui/unsaved.ts';
import { ItemList } from '../../../strategies/preview/item-list.tsx';
import { nobody, previewOf } from '../../../strategies/preview/subject.ts';
import { SubjectFields } from '../../../strategies/preview/subject-fields.tsx';
import { usePreview } from '../../../strategies/preview/use-preview.ts';
import { useFeed } from '../../../strategies/use-feed.ts';
import { type Gives, payloadOf } from './gives.ts';

export function GivesPreview({ gives }: { gives: Gives }) {
  const { name: site } = useSite();
  const [subject, setSubject] = useKept(['subject of previews', site], nobody);
  const { data: strategies = [] } = useEvery(consoleApi.listStrategies, site);
  const { strategy, slots = 10, rules, pins } = payloadOf(gives, '', () => undefined);
  const chosen = strategies.find(({ id }) => id === strategy);
  const { feed } = useFeed(chosen?.strategy.feed);
  const asked = previewOf({ strategyId: strategy }, { ...subject, slots });
  const { answer, isOld, error, refetch } = usePreview(asked);
  return (
    <Stack gap="sm">
      <SubjectFields subject={subject} onChange={setSubject} feed={feed} hasSlots={false} />
      <Text size="sm" c="dimmed" role="status" mih={20}>
        {isOld && 'Asking…'}
        {!isOld && (rules || pins) && 'What the strategy gives, before the rules and pins above.'}
      </Text>
      <ErrorAlert error={error} onRetry={refetch} />
      {!answer && !error && <ListSkeleton rows={3} />}
      {answer && <ItemList slots={answer.slots} label="What it gives" isOld={isOld} />}
    </Stack>
  );
}

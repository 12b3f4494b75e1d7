// The first rows of a file as the items that they would be, while the mapping is edited.
import { Loader, Tabs, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { sayCount, sayItems } from '../feed.ts';
import { itemOf } from '../item-labels.ts';
import { ItemList } from '../items/item-list.tsx';
import { Rejections } from '../rejections.tsx';
import { isSame } from './draft.ts';
import { isAtWork, type Reading, type Upload, uploadParams } from './query.ts';

interface Given {
  readonly feedId: string;
  readonly answer: ReturnType<typeof usePreview>;
}

/** The first rows as they would be read. */
export function usePreview(feedId: string, upload: Upload, reading: Reading, isWanted: boolean) {
  const { name: site } = useSite();
  const answer = useAnswer(
    consoleApi.previewUpload,
    { ...uploadParams(site, feedId, upload.id), body: reading },
    { isWanted, keepsPrevious: true },
  );
  const isBusy = isAtWork(upload);
  const wasBusy = useRef(isBusy);
  // A preview has its reading remembered, but not while the file is checked by another one.
  useEffect(() => {
    const isOver = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (isOver && isWanted && !isSame(upload.reading, reading)) answer.refetch();
  });
  return answer;
}

/** "From the first 1,000 rows. 12 rows are no items, such as unpublished ones." */
function aboutRows({ looked, skipped }: { looked: number; skipped: number }): string {
  const first = `From the first ${sayItems(looked + skipped, 'row')}.`;
  if (skipped === 0) return first;
  return `${first} ${sayItems(skipped, 'row')} skipped, such as unpublished products.`;
}

export function Preview({ feedId, answer: { data, error, refetch, isFetching } }: Given) {
  const [tab, setTab] = useState<string | null>('items');
  const items = (data?.rows ?? []).flatMap(({ item }) => (item === null ? [] : [itemOf(item)]));
  const isAll = data?.rejected === data?.looked;
  return (
    <Section
      title="Preview"
      about={data ? aboutRows(data) : 'From the first rows.'}
      actions={isFetching && <Loader role="status" size={16} aria-label="Reading the file" />}
    >
      <ErrorAlert error={error} onRetry={refetch} />
      {!data && !error && <ListSkeleton rows={3} />}
      {data && !error && (
        <Tabs
          value={data.rejected > 0 && isAll ? 'rejected' : tab}
          onChange={setTab}
          keepMounted={false}
        >
          <Tabs.List>
            <Tabs.Tab value="items" disabled={data.rejected > 0 && isAll}>
              Items
            </Tabs.Tab>
            <Tabs.Tab value="rejected">Rejected rows: {sayCount(data.rejected)}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="items" pt="sm">
            {items.length === 0 ? (
              <Text size="sm">None of these rows is an item.</Text>
            ) : (
              <ItemList
                feedId={feedId}
                items={items.slice(0, 5)}
                label="Preview of items"
                isLinked={false}
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="rejected" pt="sm">
            {data.rejected === 0 ? (
              <Text size="sm">None of these rows was rejected.</Text>
            ) : (
              <Rejections reasons={data.rejections} />
            )}
          </Tabs.Panel>
        </Tabs>
      )}
    </Section>
  );
}

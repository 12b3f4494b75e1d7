// Recommendations, Feeds: the list, or the feed that the address names.
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { PageSkeleton } from '../../ui/page.tsx';
import { DroppedFile } from './dropped-file.ts';
import { FeedsListed } from './feeds-listed.tsx';

const FeedOpened = lazy(async () => ({ default: (await import('./feed-opened.tsx')).FeedOpened }));

export function Feeds() {
  const [search] = useSearchParams();
  const [file, give] = useState<File>();
  const dropped = useMemo(() => ({ file, give }), [file]);
  const id = search.get('id');
  const isFeed = id !== null && /^-?[0-9]{1,19}$/.test(id);
  return (
    <DroppedFile value={dropped}>
      {isFeed ? (
        <Suspense fallback={<PageSkeleton />}>
          <FeedOpened key={id} id={id} />
        </Suspense>
      ) : (
        <FeedsListed />
      )}
    </DroppedFile>
  );
}

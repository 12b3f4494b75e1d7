// Recommendations, Feeds: the list, or the feed that the address names.
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { PageSkeleton } from '../../ui/page.tsx';
import { FeedsListed } from './feeds-listed.tsx';

const FeedOpened = lazy(async () => ({ default: (await import('./feed-opened.tsx')).FeedOpened }));

export function Feeds() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id === null || !/^-?[0-9]{1,19}$/.test(id)) return <FeedsListed />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <FeedOpened key={id} id={id} />
    </Suspense>
  );
}

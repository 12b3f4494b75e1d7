// Recommendations, Strategies: the list, the strategy that the address names, models, evaluations.
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { PageSkeleton } from '../../ui/page.tsx';
import { StrategiesPage } from './strategies-page.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor/editor.tsx')).Editor }));

export function Strategies() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  if (!Number.isSafeInteger(id) || id <= 0) return <StrategiesPage />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Editor key={id} id={id} />
    </Suspense>
  );
}

// Experiences, Campaigns: the list, or the campaign that the address names.
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { PageSkeleton } from '../../ui/page.tsx';
import { CampaignsListed } from './campaigns-listed.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor/editor.tsx')).Editor }));

export function Campaigns() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  if (!Number.isSafeInteger(id) || id <= 0) return <CampaignsListed />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Editor key={id} id={id} />
    </Suspense>
  );
}

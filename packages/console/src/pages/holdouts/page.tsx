// Holdouts: parts of all users who are kept out, so that what experiences do can be measured.
import { Button } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useListed } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { HoldoutDialog } from './holdout-dialog.tsx';
import { HoldoutTable } from './holdout-table.tsx';

export function Holdouts() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useMay(consoleApi.createHoldout);
  const { items, isWhole, error, refetch } = useListed(consoleApi.listHoldouts, site);
  const hasNone = isWhole && items?.length === 0;
  const create = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New holdout
    </Button>
  );
  return (
    <Page
      title="Holdouts"
      about="A small share of users who see no experiences. Everyone else is compared with them."
      actions={!hasNone && create}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!items && !error && <ListSkeleton rows={3} />}
      {hasNone && (
        <EmptyState icon="holdout" title="No holdouts yet" action={create}>
          A test measures one campaign. To measure all of them together, hold out a few percent of
          users from the start: it cannot be done afterwards.
        </EmptyState>
      )}
      {items && !hasNone && <HoldoutTable holdouts={items} isPartial={!isWhole} />}
      {mayCreate && search.has('new') && <HoldoutDialog onClose={() => setSearch('')} />}
    </Page>
  );
}

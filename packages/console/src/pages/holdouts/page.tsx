// Holdouts: parts of all users who are kept out, so that what experiences do can be measured.
import { Button, Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { HoldoutDialog } from './holdout-dialog.tsx';
import { HoldoutSection } from './holdout-section.tsx';

export function Holdouts() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useMay(consoleApi.createHoldout);
  const { data, error, refetch } = useEvery(consoleApi.listHoldouts, site);
  const make = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New holdout
    </Button>
  );
  return (
    <Page
      title="Holdouts"
      about="A small part of all users, the same in every campaign, who are given nothing: what everybody else does better is what your experiences are worth together."
      actions={data && data.length > 0 && make}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.length === 0 && (
        <EmptyState icon="holdout" title="Nobody is held out" action={make}>
          A test says what one campaign does. To learn what all of them do together, hold out a few
          percent of users from the start: later it cannot be made up for.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Stack gap="lg">
          {data.map((holdout) => (
            <HoldoutSection key={holdout.id} holdout={holdout} />
          ))}
        </Stack>
      )}
      {mayCreate && search.has('new') && <HoldoutDialog onClose={() => setSearch('')} />}
    </Page>
  );
}

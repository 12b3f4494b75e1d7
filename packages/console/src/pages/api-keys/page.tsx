// Settings, API Keys: the keys of a site, and whatever is done with them.
import { Alert, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Opening } from '../../ui/opening.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { usePages } from '../../ui/pager.tsx';
import { usePageSize } from '../../ui/table/page-size.ts';
import { emptyState, type TableState } from '../../ui/table/state.ts';
import { firstCall } from './key.ts';
import { KeyList } from './key-list.tsx';
import { keysQuery } from './query.ts';
import { searchOf } from './search.ts';

const KeyDialogs = lazy(async () => ({
  default: (await import('./key-dialogs.tsx')).KeyDialogs,
}));

export function ApiKeys() {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.createKey);
  const isDialogAsked = useSearchParams()[0].size > 0;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(searchOf(typed), 250);
  const pageSize = usePageSize();
  const [size] = pageSize;
  const [sort, setSort] = useState<TableState['sort']>();
  const pages = usePages(JSON.stringify([size, search, sort]));
  const asked = useAnswer(
    consoleApi.listKeys,
    keysQuery(site, { search, size, sort, cursor: pages.cursor }),
    { keepsPrevious: true },
  );
  const { data, error } = asked;
  const hasNone = data?.total === 0 && search === '';
  const onChange = (part: Partial<TableState>) => {
    const { q, page = 0 } = part;
    if ('sort' in part) return setSort(part.sort);
    // A new search begins at its first page.
    if (q !== undefined) return setTyped(q);
    if (page < pages.page) return pages.onBack();
    if (page > pages.page && data?.next) pages.onNext(data.next);
  };
  return (
    <Page
      title="API Keys"
      about="Your applications use keys to call the API. A key’s source and permissions decide what it can do."
      actions={mayChange && <NewKeyButton />}
    >
      {!mayChange && <ReadOnlyNotice />}
      {error && <ErrorAlert error={error} onRetry={asked.refetch} />}
      {!data && !error && <ListSkeleton />}
      {hasNone && <NoKeys mayChange={mayChange} />}
      {data && !hasNone && (
        <KeyList
          rows={data.keys}
          found={data.total}
          pageSize={pageSize}
          store={{ state: { ...emptyState, q: typed, sort, page: pages.page }, onChange }}
        />
      )}
      {data && isDialogAsked && (
        <Suspense fallback={<Opening />}>
          <KeyDialogs offered={data.offered} />
        </Suspense>
      )}
    </Page>
  );
}

function NewKeyButton() {
  const [, setSearch] = useSearchParams();
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New Key
    </Button>
  );
}

/** Why an Admin without code editing sees no button. */
function ReadOnlyNotice() {
  return (
    <Alert icon={<Icon name="lock" />} variant="default">
      You can view keys and copy Client-side ones. To create, edit or delete keys you need code
      editing. An Admin who has it can turn it on for you.
    </Alert>
  );
}

function NoKeys({ mayChange }: { mayChange: boolean }) {
  return (
    <EmptyState
      icon="key"
      title="No keys yet"
      action={mayChange && <NewKeyButton />}
      command={firstCall('<API_KEY>')}
    >
      Create a key for each application, so that you can replace or delete each one alone. Test a
      new key with this call:
    </EmptyState>
  );
}

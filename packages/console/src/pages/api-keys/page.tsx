// Settings, API Keys: the keys of a site, and whatever is done with them.
import { Alert, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { firstCall } from './key.ts';
import { KeyList } from './key-list.tsx';
import { keysQuery, limit } from './query.ts';
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
  const pages = usePages(search);
  const asked = useAnswer(consoleApi.listKeys, keysQuery(site, search, pages.cursor), {
    keepsPrevious: true,
  });
  const { data, error } = asked;
  const hasNone = data?.total === 0 && search === '';
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
        <>
          <TextInput
            aria-label="Search keys"
            placeholder="Search by name or notes"
            type="search"
            leftSection={<Icon name="search" size={16} />}
            maw={360}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <KeyList keys={data.keys} search={search} />
          <Pager
            {...pages}
            next={data.next}
            shown={data.keys.length}
            size={limit}
            total={data.total}
          />
        </>
      )}
      {data && isDialogAsked && (
        <Suspense>
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
      curl={firstCall('<API_KEY>')}
    >
      Create a key for each application, so that you can replace or delete each one alone. Test a
      new key with this call:
    </EmptyState>
  );
}

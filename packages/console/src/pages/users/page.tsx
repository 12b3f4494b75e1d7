// Users: a person by one of their names, what they like, and the events behind it.
import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { consoleApi } from '../../api/endpoints.ts';
import { isProblem } from '../../api/problem.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { curlOfEvent } from '../../ui/curls.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Erased } from './erased.tsx';
import { LookUp, type PersonName } from './look-up.tsx';
import { ManyUsers } from './many.tsx';
import { ProfileView } from './profile-view.tsx';

export function Users() {
  // Names of people are kept here alone: what is in an address stays in histories and logs.
  const [name, setName] = useState<PersonName>();
  const [erasureId, setErasureId] = useState<string>();
  const lookUp = (wanted: PersonName) => {
    setErasureId(undefined);
    setName(wanted);
  };
  const handedOver = useHistoryState<{ person?: PersonName } | null>()?.person;
  useEffect(() => {
    if (!handedOver) return;
    setErasureId(undefined);
    setName(handedOver);
    // Not kept in the browser's history either.
    window.history.replaceState(null, '');
  }, [handedOver]);
  return (
    <Page
      title="Users"
      about="Look up a person to see what they like and what they did. Identifiers stay out of the page’s address."
    >
      <LookUp onLookUp={lookUp} />
      {erasureId && <Erased id={erasureId} />}
      {name && !erasureId && <Person name={name} onErased={setErasureId} />}
      {!name && <NobodyYet />}
      {!name && <ManyUsers />}
    </Page>
  );
}

function NobodyYet() {
  return (
    <EmptyState
      icon="user"
      title="Look up a user"
      curl={curlOfEvent(window.location.origin)}
      curlAbout="Creates a user to look up: the external ID ann-1. Use a key that can collect."
    >
      Enter an identifier that your site sends with its events, such as a customer number.
    </EmptyState>
  );
}

interface Asked {
  readonly name: PersonName;
  readonly onErased: (erasureId: string) => void;
}

function Person({ name, onErased }: Asked) {
  const site = useSite();
  const person = useAnswer(consoleApi.readUser, { params: { site: site.name }, query: name });
  if (isProblem(person.error, 'not_found')) {
    const { cuid } = name;
    return (
      <EmptyState
        icon="user"
        title="No user with this identifier"
        curl={curlOfEvent(window.location.origin, cuid.includes("'") ? {} : { cuid })}
      >
        {person.error.message} A profile appears within a second of the first event.
      </EmptyState>
    );
  }
  if (person.error) return <ErrorAlert error={person.error} onRetry={person.refetch} />;
  return (
    <Stack gap="lg">
      {person.data ? (
        <ProfileView person={person.data} name={name} onErased={onErased} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </Stack>
  );
}

// Users: a person by one of their names, what they like, and the events behind it.
import { Stack } from '@mantine/core';
import { useState } from 'react';
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
  return (
    <Page
      title="Users"
      about="A person’s affinity profile as your code reads it, and the events it was made of. The name you look for is not put into the address, so a reload forgets it."
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
      title="Whom do you look for?"
      curl={curlOfEvent(window.location.origin)}
    >
      Give a name that your events send as cuid, and its type. To make somebody to look at, report
      an event with a key that may collect, then look for ann-1 of the type external:
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
        title="Nobody is known by this name"
        curl={curlOfEvent(window.location.origin, cuid.includes("'") ? {} : { cuid })}
      >
        {person.error.message} Events become profiles within a second, so a person is there right
        after their first event:
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

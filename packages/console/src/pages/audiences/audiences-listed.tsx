// The audiences of a site: how large each is, and who uses it.
import { ActionIcon, Anchor, Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { sayEstimate } from '../../conditions/estimate.tsx';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import rows from '../../ui/row-list.module.css';
import { sayFirst } from '../../ui/say-first.ts';
import { type Audience, limit } from './audience.ts';
import { RemoveAudience } from './remove-audience.tsx';
import { useUses } from './uses.ts';

export function AudiencesListed() {
  const { name: site } = useSite();
  const mayCreate = useMay(consoleApi.createAudience);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const pages = usePages(q);
  const query = {
    limit: String(limit),
    ...(q && { q }),
    ...(pages.cursor && { cursor: pages.cursor }),
  };
  const listed = useAnswer(
    consoleApi.listAudiences,
    { params: { site }, query },
    { keepsPrevious: true },
  );
  const { data, error } = listed;
  const hasNone = data?.items.length === 0 && q === '' && pages.page === 0;
  return (
    <Page
      title="Audiences"
      about="Conditions and lists with a name, which campaigns and other audiences refer to."
      actions={mayCreate && <NewButton />}
    >
      {error && <ErrorAlert error={error} onRetry={listed.refetch} />}
      {!data && !error && <ListSkeleton />}
      {hasNone && <NoAudiences mayCreate={mayCreate} />}
      {data && !hasNone && (
        <>
          <TextInput
            aria-label="Search audiences"
            placeholder="Search by name"
            type="search"
            leftSection={<Icon name="search" size={16} />}
            maw={360}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <AudienceList audiences={data.items} />
          <Pager {...pages} next={data.next} shown={data.items.length} size={limit} />
        </>
      )}
    </Page>
  );
}

function NewButton() {
  const [, setSearch] = useSearchParams();
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New audience
    </Button>
  );
}

function NoAudiences({ mayCreate }: { mayCreate: boolean }) {
  const body = { name: 'Frequent buyers', condition: { 'activity.purchase.30d': { $gte: 2 } } };
  const curl = [
    `curl ${window.location.origin}/v2/audiences \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
  return (
    <EmptyState
      icon="audience"
      title="No audiences yet"
      action={mayCreate && <NewButton />}
      curl={curl}
    >
      An audience describes users once, for many campaigns: recent repeat buyers, or a list of
      customers. Whether a user is in it is checked on each decision.
    </EmptyState>
  );
}

function AudienceList({ audiences }: { audiences: readonly Audience[] }) {
  const [leaving, setLeaving] = useState<Audience>();
  if (audiences.length === 0) {
    return (
      <Text c="dimmed" size="sm" role="status">
        No audience has such a name.
      </Text>
    );
  }
  return (
    <>
      <Paper withBorder component="ul" className={rows['list']} aria-label="Audiences">
        {audiences.map((audience) => (
          <Row key={audience.id} audience={audience} onRemove={() => setLeaving(audience)} />
        ))}
      </Paper>
      {leaving && <RemoveAudience audience={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface RowGiven {
  readonly audience: Audience;
  readonly onRemove: () => void;
}

function Row({ audience: { id, audience, members }, onRemove }: RowGiven) {
  const [, setSearch] = useSearchParams();
  const mayRemove = useMay(consoleApi.deleteAudience);
  return (
    <li className={rows['row']}>
      <div className={rows['main']}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          ta="left"
          className={rows['name']}
          onClick={() => setSearch({ id: String(id) })}
        >
          {audience.name}
        </Anchor>
        {audience.notes && (
          <Text size="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {audience.notes}
          </Text>
        )}
      </div>
      <Text size="xs" c="dimmed" component="div" className={rows['middle']}>
        {audience.kind === 'list' ? <Listed members={members ?? 0} /> : <Size id={id} />}
      </Text>
      <Text size="xs" c="dimmed" component="div" className={rows['side']}>
        <UsedBy id={id} />
      </Text>
      <Group className={rows['actions']}>
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={`Delete audience: ${audience.name}`}
            className={rows['revealed']}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

const Listed = ({ members }: { members: number }) =>
  `A list of ${new Intl.NumberFormat('en').format(members)} people`;

function Size({ id }: { id: number }) {
  const { name: site } = useSite();
  const body = { condition: { $audience: id } };
  const { data } = useAnswer(consoleApi.estimateAudience, { params: { site }, body });
  return data ? sayEstimate(data) : 'Counting…';
}

function UsedBy({ id }: { id: number }) {
  const { users, isAll } = useUses(id);
  if (users.length === 0) return isAll ? 'Not used' : '';
  return `Used by ${sayFirst(users)}`;
}

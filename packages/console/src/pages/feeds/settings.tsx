// What a feed is called, and what profiles learn from its columns.
import { Button, Checkbox, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ForDevelopers } from '../../ui/for-developers.tsx';
import { readable } from '../../ui/form.ts';
import { Section } from '../../ui/section.tsx';
import { useLeaveWarning } from '../../ui/unsaved.ts';
import { DeleteFeed } from './delete-feed.tsx';
import { commandOfPush, curlOfItems, type Feed, feedParams } from './feed.ts';
import { affinityMax } from './new-feed.tsx';

export function Settings({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  return (
    <Stack gap="lg">
      <Form key={`${feed.name} ${feed.affinity.join()} ${feed.orderable.join()}`} feed={feed} />
      <Section
        title="Update by API"
        about="Use a Server-side key with the permission Feed. Items you do not send stay unchanged."
      >
        <ForDevelopers>
          <Stack gap="xs">
            <CodeBlock code={curlOfItems(window.location.origin, feed.id)} />
            <Text size="sm">To upload a whole file from the server that runs Attune:</Text>
            <CodeBlock code={commandOfPush(site, feed.id)} />
          </Stack>
        </ForDevelopers>
      </Section>
      <DeleteFeed feed={feed} />
    </Stack>
  );
}

type Orderable = 'preorder' | 'backorder';

const orderableOf = ({ orderable }: Feed) => [...orderable] as Orderable[];

function Form({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.changeFeed);
  const [name, setName] = useState(feed.name);
  const [affinity, setAffinity] = useState<string[]>([...feed.affinity]);
  const [orderable, setOrderable] = useState<Orderable[]>(orderableOf(feed));
  const change = useChange(consoleApi.changeFeed, [
    consoleApi.listFeeds,
    consoleApi.readFeed,
    consoleApi.listAudit,
  ]);
  const isChanged =
    name !== feed.name ||
    affinity.join('\n') !== feed.affinity.join('\n') ||
    orderable.toSorted().join() !== orderableOf(feed).toSorted().join();
  useLeaveWarning(isChanged);
  const faultOf = (field: string) =>
    change.error instanceof Problem ? change.error.faultOf(field) : undefined;
  const discard = () => {
    setName(feed.name);
    setAffinity([...feed.affinity]);
    setOrderable(orderableOf(feed));
    change.reset();
  };
  return (
    <form
      autoComplete="off"
      style={mayChange ? undefined : readable}
      onSubmit={(event) => {
        event.preventDefault();
        const body = { name: name.trim(), affinity, orderable };
        change.mutate({ ...feedParams(site, feed.id), body });
      }}
    >
      <Section title="Details">
        {!mayChange && <Text size="sm">Only Editors and Admins can change these settings.</Text>}
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={200}
          readOnly={!mayChange}
          value={name}
          error={faultOf('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TagsInput
          label="Affinity columns"
          description="Columns that show what visitors like. A new column counts from the next event on."
          maxTags={affinityMax}
          readOnly={!mayChange}
          value={affinity}
          error={faultOf('affinity')}
          onChange={setAffinity}
        />
        <InStock value={orderable} onChange={setOrderable} isReadOnly={!mayChange} />
        <ErrorAlert error={change.error} shownElsewhere={['name', 'affinity']} />
        {mayChange && (
          <Group>
            <Button type="submit" disabled={!isChanged} loading={change.isPending}>
              Save
            </Button>
            {isChanged && (
              <Button variant="default" disabled={change.isPending} onClick={discard}>
                Discard
              </Button>
            )}
          </Group>
        )}
      </Section>
    </form>
  );
}

interface InStockGiven {
  readonly value: Orderable[];
  readonly onChange: (value: Orderable[]) => void;
  readonly isReadOnly: boolean;
}

function InStock({ value, onChange, isReadOnly }: InStockGiven) {
  return (
    <Checkbox.Group
      label="Also in stock"
      description="Items with this availability count as in stock for recommendations."
      readOnly={isReadOnly}
      value={value}
      onChange={(chosen) => onChange(chosen as Orderable[])}
    >
      <Group mt="xs">
        <Checkbox value="preorder" label="Preorder" />
        <Checkbox value="backorder" label="Backorder" />
      </Group>
    </Checkbox.Group>
  );
}

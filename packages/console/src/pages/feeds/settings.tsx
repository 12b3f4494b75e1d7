// What a feed is called, and what profiles learn from its columns.
import { Button, Checkbox, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { readable } from '../../ui/form.ts';
import { Section } from '../../ui/section.tsx';
import { useWarning } from '../../ui/unsaved.ts';
import { DeleteFeed } from './delete-feed.tsx';
import { commandOfPush, curlOfItems, type Feed, feedParams } from './feed.ts';
import { affinityMax } from './new-feed.tsx';

export function Settings({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  return (
    <Stack gap="lg">
      <Form key={`${feed.name} ${feed.affinity.join()} ${feed.orderable.join()}`} feed={feed} />
      <Section
        title="For programs"
        about="With a Server-side key of the permission Feed. Items that a request does not name stay as they are."
      >
        <CodeBlock code={curlOfItems(window.location.origin, feed.id)} />
        <Text size="sm">A whole file, on the machine that Attune runs on:</Text>
        <CodeBlock code={commandOfPush(site, feed.id)} />
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
  useWarning(isChanged);
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
      <Section title="What it is">
        {!mayChange && (
          <Text size="sm">You can read this. An Editor of the site can change it.</Text>
        )}
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
          description="Columns whose values tell what somebody likes; they count for events from now on."
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
      label="Counts as in stock"
      description="Items whose availability says so can be bought, and are recommended where a filter wants them in stock."
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

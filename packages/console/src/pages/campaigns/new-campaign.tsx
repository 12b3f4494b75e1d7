// A new campaign: what it begins as, its name and its selector.
import { Code, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { selectorFor, templates, withStrategy } from './campaign.ts';
import { stale } from './query.ts';

export function NewCampaign({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  /** undefined: follows the name. */
  const [typed, setTyped] = useState<string>();
  const [template, setTemplate] = useState('test');
  const [strategy, setStrategy] = useState('');
  const create = useChange(consoleApi.createCampaign, stale);
  const selector = typed ?? selectorFor(name);
  const faultOf = (field: string) =>
    create.error instanceof Problem ? create.error.faultOf(field) : undefined;
  const { type = 'custom', draft } = templates[template]!;
  const needsStrategy = type !== 'custom';
  const make = () => {
    const begun = needsStrategy ? withStrategy(draft, Number(strategy)) : draft;
    create.mutate(
      { params: { site }, body: { name, selector, type, ...begun } },
      { onSuccess: ({ id }) => setSearch({ id: String(id) }, { replace: true }) },
    );
  };
  return (
    <Dialog title="New campaign" onClose={onClose} closeOnClickOutside={false}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Stack>
          <Radio.Group label="Begin with" value={template} onChange={setTemplate}>
            <Stack gap="xs" mt="xs">
              {Object.entries(templates).map(([value, { title, about }]) => (
                <Radio key={value} value={value} label={title} description={about} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label="Name"
            description="For your teammates."
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            error={faultOf('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Selector"
            description="What programs ask for. Unique on the site."
            required
            withAsterisk={false}
            maxLength={200}
            spellCheck={false}
            value={selector}
            error={faultOf('selector')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {needsStrategy && <StrategyField value={strategy} onChange={setStrategy} />}
          {selector !== '' && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Programs ask for it by <Code>{JSON.stringify({ names: [selector] })}</Code>. It serves
              nobody until you publish it.
            </Text>
          )}
          <ErrorAlert error={create.error} shownElsewhere={['name', 'selector']} />
          <FormFooter isBusy={create.isPending} onCancel={onClose}>
            Create draft
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

interface StrategyGiven {
  /** An id; '': not chosen yet. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function StrategyField({ value, onChange }: StrategyGiven) {
  const { name: site } = useSite();
  const { data: strategies } = useEvery(consoleApi.listStrategies, site);
  return (
    <NativeSelect
      label="Strategy"
      description={
        strategies?.length === 0 ? (
          <>
            There is none yet: <PageLink to="strategies?new">make one</PageLink> first.
          </>
        ) : (
          'How items are found. Another variation can have another one.'
        )
      }
      required
      withAsterisk={false}
      value={value}
      data={[
        { value: '', label: 'Choose one' },
        ...(strategies ?? []).map(({ id, strategy }) => ({
          value: String(id),
          label: strategy.name,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

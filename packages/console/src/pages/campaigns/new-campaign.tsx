// A new campaign: what it begins as, its name and its selector.
import { Code, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { stale } from './asked.ts';
import { selectorFor, templates } from './campaign.ts';

export function NewCampaign({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  /** undefined: follows the name. */
  const [typed, setTyped] = useState<string>();
  const [template, setTemplate] = useState('test');
  const create = useChange(consoleApi.createCampaign, stale);
  const selector = typed ?? selectorFor(name);
  const faultOf = (field: string) =>
    create.error instanceof Problem ? create.error.faultOf(field) : undefined;
  const make = () =>
    create.mutate(
      { params: { site }, body: { name, selector, type: 'custom', ...templates[template]!.draft } },
      { onSuccess: ({ id }) => setSearch({ id: String(id) }, { replace: true }) },
    );
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
          {selector !== '' && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Programs ask for it by <Code>{JSON.stringify({ names: [selector] })}</Code>. It serves
              nobody until you publish it.
            </Text>
          )}
          <ErrorAlert error={create.error} toldElsewhere={['name', 'selector']} />
          <FormFooter isBusy={create.isPending} onCancel={onClose}>
            Create draft
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

// Preview ids: a request that sends one is given the draft, and does not count.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { bodyIn } from '../campaign.ts';
import { campaignParams } from '../query.ts';
import type { Form } from './form.ts';

export function Preview({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const { campaign } = form;
  const body = bodyIn(campaign);
  const [chosen, setChosen] = useState('');
  const make = useChange(consoleApi.previewCampaign);
  const choices = body.experiences.flatMap(({ id, name, variations }) =>
    variations.map((variation) => ({
      value: `${id} ${variation.id}`,
      label: `${variation.name} (${name})`,
    })),
  );
  const ask = () => {
    const [experienceId, variationId] = chosen.split(' ').map(Number);
    const part = chosen === '' ? {} : { experienceId: experienceId!, variationId: variationId! };
    make.mutate({ ...campaignParams(site, campaign.id), body: part });
  };
  return (
    <Dialog title={`Preview ${body.name}`} onClose={onClose}>
      <Stack>
        <Text size="sm">
          A preview id shows the saved draft to anyone who sends it, for 7 days. It never counts.
          {form.isChanged && ' Your unsaved changes are not in it: save them first.'}
        </Text>
        <NativeSelect
          label="Whoever sends it is given"
          data={[{ value: '', label: 'What the draft decides for them' }, ...choices]}
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            make.reset();
          }}
        />
        <ErrorAlert error={make.error} />
        {make.data ? (
          <Stack gap="xs" role="status">
            <Text size="sm">
              Good until <Moment at={make.data.expiresAt} />:
            </Text>
            <CodeBlock code={make.data.previewId} what="the preview id" isWhole />
            <Text size="sm">With it, a program (or you, with one of its keys) asks:</Text>
            <CodeBlock code={curlOfPreview(body.selector, make.data.previewId)} />
          </Stack>
        ) : (
          <Group justify="flex-end">
            <Button onClick={ask} loading={make.isPending} data-autofocus>
              Make preview id
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

function curlOfPreview(name: string, id: string): string {
  const body = JSON.stringify({ selector: { names: [name], preview: { ids: [id] } } });
  return [
    `curl ${window.location.origin}/v2/serve/user/choose \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${body.replaceAll("'", "'\\''")}'`,
  ].join('\n');
}

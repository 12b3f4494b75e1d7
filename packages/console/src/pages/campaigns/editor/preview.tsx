// A preview: the site's own page with the draft, on this device or on a phone. It never counts.
import { type ExplanationNames, experienceName } from '@attune/core';
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useExplanationNames } from '../../../conditions/use-vocabulary.ts';
import { useSite } from '../../../shell/site-context.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ForDevelopers } from '../../../ui/for-developers.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { bodyIn } from '../campaign.ts';
import { campaignParams } from '../query.ts';
import type { Form } from './form.ts';
import { pageIn, previewLink, previewPage } from './preview-link.ts';

const PayloadView = lazy(async () => ({
  default: (await import('../../templates/payload-view.tsx')).PayloadView,
}));

type Body = ReturnType<typeof bodyIn>;
type Variation = Body['experiences'][number]['variations'][number];

/** Variations as they are chosen; the first that shows something is the one to begin with. */
function choicesOf({ experiences }: Body, names: ExplanationNames) {
  return experiences.flatMap(({ id, variations, ...experience }) =>
    variations.map((variation) => ({
      value: `${id} ${variation.id}`,
      label:
        experiences.length === 1
          ? variation.name
          : `${variation.name} (${experienceName(experience, names)})`,
      variation,
    })),
  );
}

export function Preview({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const { campaign } = form;
  const body = bodyIn(campaign);
  const choices = choicesOf(body, useExplanationNames());
  const shown = choices.find(({ variation }) => variation.payload !== null) ?? choices[0];
  const [chosen, setChosen] = useState(shown?.value ?? '');
  const { mutate, ...make } = useChange(consoleApi.previewCampaign);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved draft is another to preview
  useEffect(() => {
    const [experienceId, variationId] = chosen.split(' ').map(Number);
    const part = chosen === '' ? {} : { experienceId: experienceId!, variationId: variationId! };
    mutate({ ...campaignParams(site, campaign.id), body: part });
  }, [chosen, site, campaign.id, campaign.version, mutate]);
  return (
    <Dialog title={`Preview ${body.name}`} size="xl" onClose={onClose}>
      <Stack>
        {form.isChanged && <Unsaved form={form} />}
        <NativeSelect
          label="Variation"
          data={[
            ...choices.map(({ value, label }) => ({ value, label })),
            { value: '', label: 'By targeting, as visitors get it' },
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <ErrorAlert error={make.error} />
        <OnPage id={make.data?.previewId} expiresAt={make.data?.expiresAt} />
        <Rendered body={body} of={choices.find(({ value }) => value === chosen)?.variation} />
        {make.data && (
          <ForDevelopers>
            <Stack gap="xs">
              <CodeBlock code={make.data.previewId} what="the preview id" isWhole />
              <CodeBlock code={curlOfPreview(body.selector, make.data.previewId)} />
            </Stack>
          </ForDevelopers>
        )}
      </Stack>
    </Dialog>
  );
}

function Unsaved({ form }: { form: Form }) {
  return (
    <Alert variant="light" color="orange">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Unsaved changes are not in the preview.</Text>
        {!form.isReadOnly && (
          <Button size="compact-sm" loading={form.isSaving} onClick={() => form.save()}>
            Save draft
          </Button>
        )}
      </Group>
    </Alert>
  );
}

interface OnPageGiven {
  readonly id: string | undefined;
  readonly expiresAt: string | undefined;
}

/** A page of the site, with the preview in its address. */
function OnPage({ id, expiresAt }: OnPageGiven) {
  const { name: site } = useSite();
  const [typed, setTyped] = useState(() => previewPage(site).read() ?? '');
  const page = pageIn(typed);
  const link = page && id !== undefined ? previewLink(page, id) : undefined;
  return (
    <Stack gap="sm">
      <TextInput
        label="Page of your site"
        description="Any page that uses the Attune client library."
        placeholder="https://shop.example"
        inputMode="url"
        spellCheck={false}
        data-autofocus
        value={typed}
        error={typed !== '' && !page ? 'Enter an address such as https://shop.example' : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          if (pageIn(event.currentTarget.value)) {
            previewPage(site).write(event.currentTarget.value.trim());
          }
        }}
      />
      {link && page && (
        <Group gap="md" align="flex-start">
          <QrCode text={link} size={150} label="QR code of the preview link, for a phone" />
          <Stack gap="xs" style={{ flex: '1 1 12rem', minWidth: 0 }}>
            <Group gap="xs">
              <Button component="a" href={link} target="_blank" rel="noopener noreferrer">
                Open preview
              </Button>
            </Group>
            <CodeBlock code={link} what="the preview link" />
            <Text size="sm" c="dimmed">
              Anyone with the link sees the draft{' '}
              {expiresAt && (
                <>
                  until <Moment at={expiresAt} />
                </>
              )}
              . Previews never count. The preview stays in the tab until you close it or{' '}
              <Anchor
                href={previewLink(page, 'off')}
                target="_blank"
                rel="noopener noreferrer"
                size="sm"
                underline="always"
              >
                leave it
              </Anchor>
              .
            </Text>
          </Stack>
        </Group>
      )}
    </Stack>
  );
}

/** The saved variation by the view of its template. */
function Rendered({ body, of }: { body: Body; of: Variation | undefined }) {
  const { name: site } = useSite();
  const { template, payloadSchema } = body;
  const { data } = useAnswer(
    consoleApi.readTemplate,
    { params: { site, id: String(template) } },
    { isWanted: template !== undefined },
  );
  const payload = of?.payload;
  const view = data?.template.view;
  if (!of || !payload || !('data' in payload) || view === undefined) return null;
  return (
    <Suspense fallback={<ListSkeleton rows={3} />}>
      <PayloadView name={of.name} view={view} schema={payloadSchema} data={payload.data} />
    </Suspense>
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

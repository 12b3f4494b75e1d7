// Which template a campaign is made of, whether that has changed since, or which it could have.
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { useAnswer } from '../../../../api/queries.ts';
import { formatJson } from '../../../../json/fault.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { PageLink } from '../../../../ui/page-link.tsx';
import { withTemplate } from '../draft.ts';
import type { Form } from '../form.ts';

export function TemplateNotice({ form }: { form: Form }) {
  const { template: id, payloadSchema } = form.draft;
  const { name: site } = useSite();
  const { data } = useAnswer(
    consoleApi.readTemplate,
    { params: { site, id: String(id) } },
    { isWanted: id !== undefined },
  );
  const fault = form.faultOf('/template');
  if (id === undefined) return <TemplateChoice form={form} />;
  if (!data) return null;
  const { name, schema } = data.template;
  const now = formatJson(schema);
  return (
    <Stack gap="xs" data-pointer="/template">
      <Text size="sm">
        Made with the template <PageLink to={`templates?id=${id}`}>{name}</PageLink>
      </Text>
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {fault}
        </Text>
      )}
      {now !== payloadSchema && (
        <Alert variant="light" color="blue" title="The template has changed since">
          <Group justify="space-between" gap="xs">
            <Text size="sm">This campaign keeps the fields it was made with.</Text>
            {!form.isReadOnly && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => form.set({ payloadSchema: now })}
              >
                Use the new fields
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </Stack>
  );
}

/** For a campaign whose content is JSON so far. */
function TemplateChoice({ form }: { form: Form }) {
  const { name: site } = useSite();
  const { type, payloadSchema } = form.draft;
  const canHave = type !== 'sorting' && payloadSchema === '' && !form.isReadOnly;
  const { data } = useEvery(consoleApi.listTemplates, site);
  if (!canHave || !data) return null;
  const offered = data.filter(
    ({ template }) => !template.archived && (template.type ?? 'custom') === type,
  );
  return (
    <NativeSelect
      label="Template"
      description="Gives each variation a form and a picture, in place of JSON."
      style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      value=""
      data={[
        { value: '', label: 'None' },
        ...offered.map(({ id, template }) => ({ value: String(id), label: template.name })),
      ]}
      onChange={(event) => {
        const chosen = offered.find(({ id }) => String(id) === event.currentTarget.value);
        if (chosen) form.set(withTemplate(form.draft, chosen.id, chosen.template.schema));
      }}
    />
  );
}

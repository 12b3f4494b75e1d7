// Which template a campaign is made of, and whether that has changed since.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../../api/endpoints.ts';
import { useAnswer } from '../../../../api/queries.ts';
import { formatJson } from '../../../../json/fault.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { PageLink } from '../../../../ui/page-link.tsx';
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
  if (id === undefined || !data) return null;
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

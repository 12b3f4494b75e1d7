// Experiences, Import and export: all of them as a file, for git and for other sites.
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { formatJson } from '../../json/fault.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { Import } from './import.tsx';

export function ImportExport() {
  const mayImport = useMay(consoleApi.importExperiences);
  return (
    <Page
      title="Import and export"
      about="Campaigns, audiences, layers and holdouts as one file of JSON, by name: for git, for a copy, for another site."
    >
      <Export />
      {mayImport && <Import />}
    </Page>
  );
}

function Export() {
  const { name: site } = useSite();
  const exporting = useMutation({
    mutationFn: () => call(consoleApi.exportExperiences, { params: { site } }),
    onSuccess: (files) => {
      saveFile(`${site}-experiences.json`, 'application/json', [`${formatJson(files)}\n`]);
    },
  });
  return (
    <Section
      title="Export"
      about="Drafts as they are saved, in a stable order: the same experiences make the same file."
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export all
        </Button>
      }
    >
      <ErrorAlert error={exporting.error} />
      <Text size="sm">
        The same at a terminal, with a key of the permission Experience management:
      </Text>
      <CodeBlock
        code={`curl ${window.location.origin}/v2/experiences/export -H 'SVC-API-Key: <API_KEY>'`}
      />
    </Section>
  );
}

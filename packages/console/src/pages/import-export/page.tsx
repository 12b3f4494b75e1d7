// Experiences, Import and export: all of them as a file, for git and for other sites.
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { formatJson } from '../../json/fault.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ForDevelopers } from '../../ui/for-developers.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { CopyToSite } from './copy-to-site.tsx';
import { Import } from './import.tsx';

export function ImportExport() {
  const mayImport = useMay(consoleApi.importExperiences);
  return (
    <Page
      title="Import and export"
      about="Copy experiences to another site, or keep all of them as one file."
    >
      <CopyToSite />
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
      about="All campaigns, audiences, strategies, metrics, layers and holdouts as they are saved, in one JSON file."
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Download file
        </Button>
      }
    >
      <ErrorAlert error={exporting.error} />
      <ForDevelopers>
        <Text size="sm" mb="xs">
          The same file from a terminal, with a key that has the permission Experience management:
        </Text>
        <CodeBlock
          code={`curl ${window.location.origin}/v2/experiences/export -H 'SVC-API-Key: <API_KEY>'`}
        />
      </ForDevelopers>
    </Section>
  );
}

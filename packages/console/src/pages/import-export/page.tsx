// Experiences, Import and export: all of them as a file, for git and for other sites.
import { Button, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { formatJson } from '../../json/fault.ts';
import { useCopyTargets } from '../../shell/copy-targets.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ForDevelopers } from '../../ui/for-developers.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CopyToSite } from './copy-to-site.tsx';
import { Import } from './import.tsx';

type TaskName = 'copy' | 'import';

export function ImportExport() {
  const { name: site } = useSite();
  const mayImport = useMay(consoleApi.importExperiences);
  const targets = useCopyTargets();
  const [search] = useSearchParams();
  const [chosen, choose] = useState<TaskName>(search.get('task') === 'import' ? 'import' : 'copy');
  const tasks = [
    ...(targets.length > 0 ? [{ value: 'copy', label: 'Copy to another site' }] : []),
    ...(mayImport ? [{ value: 'import', label: 'Import a file' }] : []),
  ];
  const task = tasks.some(({ value }) => value === chosen) ? chosen : tasks[0]?.value;
  return (
    <Page
      title="Import and export"
      about="Copy experiences to another site, or keep all of them as one file."
      actions={<Export />}
    >
      {tasks.length > 1 && (
        <SegmentedControl
          aria-label="Task"
          data={tasks}
          value={task ?? 'copy'}
          onChange={(next) => choose(next as TaskName)}
          style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        />
      )}
      {task === 'copy' && <CopyToSite key={site} targets={targets} />}
      {task === 'import' && <Import />}
      <ForDevelopers>
        <Text size="sm" mb="xs">
          The exported file from a terminal, with a key that has the permission Experience
          management:
        </Text>
        <CodeBlock
          code={`curl ${window.location.origin}/v2/experiences/export -H 'SVC-API-Key: <API_KEY>'`}
        />
      </ForDevelopers>
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
    <Stack gap={4} align="flex-end">
      <Tooltip
        label="All campaigns, audiences, strategies, metrics, layers and holdouts as they are saved"
        maw={320}
        multiline
      >
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export all as a file
        </Button>
      </Tooltip>
      <ErrorAlert error={exporting.error} />
    </Stack>
  );
}

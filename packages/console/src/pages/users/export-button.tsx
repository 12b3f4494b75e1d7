// All that is known of a person, as a file.
import { Button } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { PersonName } from './look-up.tsx';

export function ExportButton({ name }: { name: PersonName }) {
  const site = useSite();
  // Every export is noted in the audit log.
  const exporting = useChange(consoleApi.exportUser, [consoleApi.listAudit]);
  const run = () =>
    exporting.mutate(
      { params: { site: site.name }, query: name },
      {
        // The name of the file says nothing of the person: folders of downloads are shared.
        onSuccess: (document) =>
          saveFile(`user-of-${site.name}.json`, 'application/json', [
            `${JSON.stringify(document, null, 2)}\n`,
          ]),
      },
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        loading={exporting.isPending}
        onClick={run}
      >
        Export data
      </Button>
      <Dialog isOpen={exporting.isError} onClose={exporting.reset} title="The export failed">
        <ErrorAlert error={exporting.error} onRetry={run} />
      </Dialog>
    </>
  );
}

// A link to a file's rejected rows as a table, with their reasons and cells.
import { Button } from '@mantine/core';
import { addressOf } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';

interface Given {
  readonly feedId: string;
  readonly uploadId: string;
}

export function RejectedDownload({ feedId, uploadId }: Given) {
  const { name: site } = useSite();
  const may = useMay(consoleApi.listRejectedRows);
  if (!may) return null;
  const { path } = consoleApi.listRejectedRows;
  return (
    <Button
      component="a"
      href={addressOf(path, { site, feedId, uploadId }, { format: 'csv' })}
      download="rejected-rows.csv"
      variant="default"
      size="compact-sm"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<Icon name="download" size={16} />}
    >
      Download rejected rows
    </Button>
  );
}

// A link to a file's rejected rows as a table, with their reasons and cells.
import { addressOf } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CsvDownload } from './csv-download.tsx';

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
    <CsvDownload
      href={addressOf(path, { site, feedId, uploadId }, { format: 'csv' })}
      name="rejected-rows.csv"
    >
      Download rejected rows
    </CsvDownload>
  );
}

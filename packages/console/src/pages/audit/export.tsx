// What is filtered, as a file: read page by page, with how far it is.
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Format, formats } from './formats.ts';
import { type AuditQuery, readAll } from './pages-of-entries.ts';

interface Progress {
  readonly format: Format;
  readonly entries: number;
  readonly error?: unknown;
}

export function Export({ query }: { query: AuditQuery }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      {isOpen && <ExportDialog query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ query, onClose }: { query: AuditQuery; onClose: () => void }) {
  const { progress, begin } = useExport(query, onClose);
  return (
    <Dialog title="Export the audit log" onClose={onClose}>
      <Stack>
        <Text size="sm">
          The file has every entry that matches the filters, including those not loaded yet.
        </Text>
        {progress?.error ? (
          <ErrorAlert error={progress.error} onRetry={() => begin(progress.format)} />
        ) : (
          progress && (
            <Group gap="sm" role="status">
              <Loader size="sm" />
              <Text size="sm">{progress.entries} entries read so far.</Text>
            </Group>
          )
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {progress ? 'Stop' : 'Cancel'}
          </Button>
          {!progress &&
            formats.map((format) => (
              <Button key={format.ending} onClick={() => begin(format)}>
                Export as {format.title}
              </Button>
            ))}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Reads what the query finds, and saves it unless the dialog is closed before. */
function useExport(query: AuditQuery, onDone: () => void) {
  const site = useSite();
  const [progress, setProgress] = useState<Progress>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const begin = async (format: Format) => {
    const parts = [format.head];
    let read = 0;
    setProgress({ format, entries: read });
    try {
      for await (const entries of readAll(site.name, query)) {
        if (isGone.current) return;
        parts.push(entries.map(format.lineOf).join(''));
        read += entries.length;
        setProgress({ format, entries: read });
      }
      saveFile(`audit-of-${site.name}.${format.ending}`, format.type, parts);
      onDone();
    } catch (error) {
      setProgress({ format, entries: read, error });
    }
  };
  return { progress, begin };
}

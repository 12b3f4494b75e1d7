// What is filtered, as a file: read page by page, with how far it is.
import { Button, Group, Loader, Menu, Stack, Text } from '@mantine/core';
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
  const { progress, begin, stop } = useExport(query);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="download" />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Every entry that the filter finds</Menu.Label>
          {formats.map((format) => (
            <Menu.Item key={format.ending} onClick={() => begin(format)}>
              {format.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Dialog isOpen={progress !== undefined} onClose={stop} title="Export">
        <Stack>
          {progress?.error ? (
            <ErrorAlert error={progress.error} onRetry={() => begin(progress.format)} />
          ) : (
            <Group gap="sm" role="status">
              <Loader size="sm" />
              <Text size="sm">
                {progress?.entries ?? 0} entries read; the file comes at the end.
              </Text>
            </Group>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

/** Reads what the query finds, and saves it unless it is stopped. */
function useExport(query: AuditQuery) {
  const site = useSite();
  const [progress, setProgress] = useState<Progress>();
  /** The export that is under way; another one, or none, ends the ones before it. */
  const current = useRef<symbol>(undefined);
  useEffect(
    () => () => {
      current.current = undefined;
    },
    [],
  );
  const stop = () => {
    current.current = undefined;
    setProgress(undefined);
  };
  const begin = async (format: Format) => {
    const own = Symbol();
    current.current = own;
    const parts = [format.head];
    setProgress({ format, entries: 0 });
    try {
      for await (const entries of readAll(site.name, query)) {
        if (current.current !== own) return;
        parts.push(entries.map(format.lineOf).join(''));
        setProgress((last) => ({ format, entries: (last?.entries ?? 0) + entries.length }));
      }
      stop();
      saveFile(`audit-of-${site.name}.${format.ending}`, format.type, parts);
    } catch (error) {
      if (current.current === own) setProgress({ format, entries: 0, error });
    }
  };
  return { progress, begin, stop };
}

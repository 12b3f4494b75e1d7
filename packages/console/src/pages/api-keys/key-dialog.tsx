// A dialog about one key, which it loads first.
import type { ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';

export type LoadedKey = Answer<'readKey'>;

interface Given extends Pick<ModalRootProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape'> {
  readonly id: string;
  readonly title: (loaded: LoadedKey) => ReactNode;
  readonly onClose: () => void;
  readonly children: (loaded: LoadedKey) => ReactNode;
}

export function KeyDialog({ id, title, onClose, children, ...modal }: Given) {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(consoleApi.readKey, { params: { site, id } });
  return (
    <Dialog onClose={onClose} title={data ? title(data) : 'API key'} {...modal}>
      {error && !data && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data && children(data)}
    </Dialog>
  );
}

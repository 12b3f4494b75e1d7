// A question before something is done that is hard or impossible to undo.
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';

interface Asked {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will come of it. */
  readonly children: ReactNode;
  /** The verb: "Delete key". */
  readonly confirm: string;
  /** Red, because something is lost. */
  readonly isDangerous?: boolean;
  /** It cannot be done, as the children say, or that is not known yet. */
  readonly isForbidden?: boolean;
  readonly isBusy?: boolean;
  /** Another way to confirm it, between Cancel and the verb. */
  readonly other?: { readonly verb: string; readonly onConfirm: () => void };
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(asked: Asked) {
  const { isOpen, title, children, confirm, isBusy = false, error } = asked;
  const { isDangerous = false, isForbidden = false } = asked;
  return (
    <Dialog isOpen={isOpen} onClose={asked.onClose} title={title} closeOnClickOutside={!isBusy}>
      <Stack gap="md">
        {children}
        <ErrorAlert error={error} />
        <Group justify="flex-end" gap="sm">
          {/* Pressing Enter without reading changes nothing. */}
          <Button variant="default" onClick={asked.onClose} disabled={isBusy} data-autofocus>
            Cancel
          </Button>
          {asked.other && (
            <Button
              variant="default"
              disabled={isBusy || isForbidden}
              onClick={asked.other.onConfirm}
            >
              {asked.other.verb}
            </Button>
          )}
          <Button
            {...(isDangerous && { color: 'red' })}
            loading={isBusy}
            disabled={isForbidden}
            onClick={asked.onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

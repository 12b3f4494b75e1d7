// A dialog over the page; its title names it.
import { Group, Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Given
  extends Pick<ModalRootProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape' | 'onClose'> {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
}

/** Put together from Mantine's parts, because its own header claims to be the page's banner. */
export function Dialog({ title, children, isOpen = true, size = 'lg', ...root }: Given) {
  return (
    <Modal.Root opened={isOpen} size={size} {...root}>
      <Modal.Overlay />
      <Modal.Content>
        <Group wrap="nowrap" justify="space-between" p="md" pb="xs">
          <Modal.Title fw={650} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" m={0} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

// A link to a table that the service writes.
import { Button } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';

interface Given {
  readonly href: string;
  /** The file's name. */
  readonly name: string;
  readonly children: string;
}

export const CsvDownload = ({ href, name, children }: Given) => (
  <Button
    component="a"
    href={href}
    download={name}
    variant="default"
    size="compact-sm"
    style={{ alignSelf: 'flex-start' }}
    leftSection={<Icon name="download" size={16} />}
  >
    {children}
  </Button>
);

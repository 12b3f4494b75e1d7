// A button that shows something below itself, and hides it again.
import { Box, Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Given {
  /** What is shown: "the days’ numbers". */
  readonly what: string;
  /** Beside the button: what is set inside. */
  readonly note?: string | undefined;
  /** Shown, whatever was pressed: something inside needs attention. */
  readonly isForced?: boolean;
  readonly children: ReactNode;
}

/** What is hidden is not drawn, however large it is. */
export function Disclosure({ what, note, isForced = false, children }: Given) {
  const [isChosen, setShown] = useState(false);
  const isShown = isChosen || isForced;
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'} {what}
      </Button>
      {note && (
        <Text span size="sm" c="dimmed" ml="xs">
          {note}
        </Text>
      )}
      {isShown && <Box mt="xs">{children}</Box>}
    </div>
  );
}

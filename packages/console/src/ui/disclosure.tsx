// A button that shows something below itself, and hides it again.
import { Box, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Given {
  /** What is shown: "the days’ numbers". */
  readonly what: string;
  readonly children: ReactNode;
}

/** What is hidden is not drawn, however large it is. */
export function Disclosure({ what, children }: Given) {
  const [isShown, setShown] = useState(false);
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
      {isShown && <Box mt="xs">{children}</Box>}
    </div>
  );
}

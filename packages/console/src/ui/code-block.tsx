// Text to paste into a terminal or a program.
import { Box, Code } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyIcon } from './copy-button.tsx';

interface Given {
  readonly code: string;
  /** Names it: "the command". */
  readonly what?: string;
  /** Breaks the line where it must, so that all of it is seen; else long lines scroll. */
  readonly isWhole?: boolean;
}

/** Shows `code` as it is, with a button that copies it. */
export function CodeBlock({ code, what = 'the command', isWhole = false }: Given) {
  return (
    <Box className={classes['box']}>
      {/* People without a mouse must be able to scroll, too. */}
      <Code block className={classes['code']} tabIndex={0} mod={{ whole: isWhole }}>
        {code}
      </Code>
      <CopyIcon text={code} what={what} />
    </Box>
  );
}

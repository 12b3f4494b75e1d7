// Text to paste into a terminal or a program.
import { Box, Code } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyIcon } from './copy-button.tsx';

/** Shows `code` as it is, with a button that copies it; `what` names it: "the command". */
export function CodeBlock({ code, what = 'the command' }: { code: string; what?: string }) {
  return (
    <Box className={classes['box']}>
      {/* Long lines scroll, and whoever has no mouse must be able to scroll them. */}
      <Code block className={classes['code']} tabIndex={0}>
        {code}
      </Code>
      <Box className={classes['copy']}>
        <CopyIcon text={code} what={what} />
      </Box>
    </Box>
  );
}

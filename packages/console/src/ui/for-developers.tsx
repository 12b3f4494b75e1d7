// What only developers need of a page that others use: folded, so that it is in nobody's way.
import { Box, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './for-developers.module.css';
import { Icon } from './icons.tsx';

interface Given {
  /** Whose it is, where a page has several: "Variation 1". */
  readonly of?: string;
  /** A fault is within: it must be seen. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export function ForDevelopers({ of, isOpen = false, children }: Given) {
  const [isUnfolded, unfold] = useState(false);
  const isShown = isOpen || isUnfolded;
  return (
    <div>
      <UnstyledButton
        className={classes['fold']}
        fz="sm"
        c="dimmed"
        aria-expanded={isShown}
        {...(of !== undefined && { 'aria-label': `For developers: ${of}` })}
        onClick={() => unfold(!isShown)}
      >
        <Icon name={isShown ? 'up' : 'down'} size={16} />
        For developers
      </UnstyledButton>
      {isShown && <Box mt="xs">{children}</Box>}
    </div>
  );
}

// A status in a word, and in a colour of the same meaning.
import { Badge, type BadgeProps } from '@mantine/core';
import classes from './mark.module.css';

export type Standing = 'good' | 'odd' | 'bad' | 'neutral';

interface Given extends BadgeProps {
  readonly standing: Standing;
}

/** Unlike Mantine's light badges, these can be read by everyone (WCAG AA). */
export function Mark({ standing, children, ...rest }: Given) {
  return (
    <Badge
      {...rest}
      className={`${classes['mark']} ${classes[standing]}`}
      style={{ flexShrink: 0 }}
    >
      {children}
    </Badge>
  );
}

// A word that says how something stands, in a colour that says the same.
import { Badge, type BadgeProps } from '@mantine/core';
import classes from './mark.module.css';

export type Standing = 'good' | 'odd' | 'bad' | 'neutral';

interface Given extends BadgeProps {
  readonly standing: Standing;
}

/** Unlike Mantine's light badges, these can be read by everybody (WCAG AA). */
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

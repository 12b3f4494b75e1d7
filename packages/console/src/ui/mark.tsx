// A status in a word, and in a colour of the same meaning.
import { Badge, type BadgeProps } from '@mantine/core';
import classes from './mark.module.css';

export type Tone = 'good' | 'odd' | 'bad' | 'neutral';

interface Given extends BadgeProps {
  readonly tone: Tone;
}

/** Unlike Mantine's light badges, these can be read by everyone (WCAG AA). */
export function Mark({ tone, children, ...rest }: Given) {
  return (
    <Badge {...rest} className={`${classes['mark']} ${classes[tone]}`} style={{ flexShrink: 0 }}>
      {children}
    </Badge>
  );
}

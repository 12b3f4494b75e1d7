// The sections of a long page as links beside it, the one in sight marked; only on wide screens.
import { useScrollSpy } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import classes from './side-index.module.css';

/** How far below the top of the window a section is the one in sight. */
const offset = 120;

/** Lists the `Section`s within it that have an anchor. */
export function WithSideIndex({ children }: { children: ReactNode }) {
  useEffect(() => {
    // The browser looked for it before the page was there.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  const { data, active } = useScrollSpy({ selector: `.${classes['content']} h2[id]`, offset });
  return (
    <div className={classes['beside']}>
      <nav className={classes['index']} aria-label="Sections">
        {data.map(({ id, value }, at) => (
          <a
            key={id}
            href={`#${id}`}
            className={classes['link']}
            {...(at === active && { 'aria-current': 'location' })}
          >
            {value}
          </a>
        ))}
      </nav>
      <div className={classes['content']}>{children}</div>
    </div>
  );
}

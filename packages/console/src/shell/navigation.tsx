// The pages of a site that the teammate may see, in groups that fold.
import { NavLink, UnstyledButton } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { SitePage } from '../pages.tsx';
import { Icon } from '../ui/icons.tsx';
import { storedText } from '../ui/stored.ts';
import classes from './navigation.module.css';
import { pagesOf } from './site-content.tsx';
import { useSite } from './site-context.ts';

export function Navigation({ onChosen }: { onChosen: () => void }) {
  const site = useSite();
  const [location] = useLocation();
  const { folded, turn } = useFolded();
  const list = useRef<HTMLDivElement>(null);
  const here = location.split('/')[2];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another place
  useEffect(() => showCurrent(list.current), [here]);
  return (
    <div className={classes['list']} ref={list}>
      {[...Map.groupBy(pagesOf(site), ({ section }) => section)].map(([group, pages]) => (
        <Group
          key={group}
          {...{ group, pages, here, onChosen }}
          isFolded={folded.includes(group)}
          onTurn={() => turn(group)}
        />
      ))}
    </div>
  );
}

interface GroupGiven {
  /** '' stands above all, and does not fold. */
  readonly group: string;
  readonly pages: readonly SitePage[];
  /** The path of the page that is open. */
  readonly here: string | undefined;
  readonly isFolded: boolean;
  readonly onTurn: () => void;
  readonly onChosen: () => void;
}

function Group({ group, pages, here, isFolded, onTurn, onChosen }: GroupGiven) {
  const { name: site } = useSite();
  const id = useId();
  // The page that is open shows where it is, folded or not.
  const shown = pages.filter(({ path }) => !isFolded || path === here);
  return (
    <div className={group === '' ? undefined : classes['group']}>
      {group !== '' && (
        <UnstyledButton
          className={classes['fold']}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={onTurn}
        >
          {group}
          <Icon name="down" size={14} />
        </UnstyledButton>
      )}
      <ul id={id} className={classes['entries']}>
        {shown.map(({ path, title, icon }) => (
          <li key={path}>
            <NavLink
              component={Link}
              href={`/${site}/${path}`}
              label={title}
              leftSection={<Icon name={icon} />}
              active={path === here}
              {...(path === here && { 'aria-current': 'page' as const })}
              onClick={onChosen}
              className={classes['entry']}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const stored = storedText('attune-folded-navigation');
const between = '\n';

/** Which groups are folded, as this browser remembers it. */
function useFolded() {
  const [folded, setFolded] = useState<readonly string[]>(() =>
    (stored.read() ?? '').split(between).filter(Boolean),
  );
  const turn = (group: string) => {
    const next = folded.includes(group)
      ? folded.filter((one) => one !== group)
      : [...folded, group];
    setFolded(next);
    stored.write(next.join(between));
  };
  return { folded, turn };
}

/** Scrolls a list, and nothing around it, until the entry of the page that is open is in sight. */
function showCurrent(list: HTMLElement | null): void {
  const entry = list?.querySelector('[aria-current="page"]');
  if (!list || !entry) return;
  const around = list.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  const margin = bottom - top;
  if (top < around.top) list.scrollTop -= around.top - top + margin;
  if (bottom > around.bottom) list.scrollTop += bottom - around.bottom + margin;
}

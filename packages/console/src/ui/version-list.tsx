// The versions of a managed object, the newest first, a page at a time.
import { Paper, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Mark } from './mark.tsx';
import { Pager, type usePages } from './pager.tsx';
import rows from './row-list.module.css';
import { VersionRow } from './version-row.tsx';

/** How many a page has. */
export const versionsShown = 20;

interface Given {
  readonly listed: {
    readonly items: readonly ComponentProps<typeof VersionRow>['version'][];
    readonly next: string | null;
  };
  readonly pages: ReturnType<typeof usePages>;
  /** The version that is in force, and what it is then called: "Served". */
  readonly now: number;
  readonly mark: string;
  /** What a version changed; the oldest changed nothing. */
  readonly changes: (version: number) => ReactNode;
  /** Absent: this teammate may restore none. */
  readonly onRestore: ((version: number) => void) | undefined;
}

export function VersionList({ listed, pages, now, mark, changes, onRestore }: Given) {
  const { items, next } = listed;
  const oldest = next === null ? items.at(-1) : undefined;
  return (
    <Stack>
      <Paper withBorder component="ol" className={rows['list']} aria-label="Versions">
        {items.map((made) => {
          const { version } = made;
          const isNow = version === now;
          return (
            <VersionRow
              key={version}
              version={made}
              marks={
                isNow && (
                  <Mark tone="good" size="sm">
                    {mark}
                  </Mark>
                )
              }
              {...(made !== oldest && { changes: () => changes(version) })}
              onRestore={onRestore && !isNow ? () => onRestore(version) : undefined}
            />
          );
        })}
      </Paper>
      <Pager {...pages} next={next} shown={items.length} size={versionsShown} />
    </Stack>
  );
}

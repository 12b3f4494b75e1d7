// Which rows of how many are shown, the way to the others, and how many a page has.
import { Button, Group, Text } from '@mantine/core';
import classes from './data-table.module.css';
import { pageSizes } from './page-size.ts';

interface Given {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  /** On this page. */
  readonly shown: number;
  /** On all pages. */
  readonly found: number;
  /** Without a filter; default: as many as are found. */
  readonly total?: number;
  /** More are on their way. */
  readonly isPartial?: boolean;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

const whole = new Intl.NumberFormat('en-GB');

export function TablePages(given: Given) {
  const { page, size, shown, found, total = found, isPartial = false, onPage, onSize } = given;
  if (found <= pageSizes[0] && found === total && !isPartial) return null;
  return (
    <Group justify="space-between" gap="sm" className="no-print">
      <Text size="sm" c="dimmed" role="status">
        {rangeOf(page * size, shown)} of {whole.format(found)}
        {found < total && `, ${whole.format(total)} without the filter`}
        {isPartial && '; more is loading'}
      </Text>
      <Group gap="xs">
        {found > pageSizes[0] && (
          <select
            className={classes['size']}
            aria-label="Rows per page"
            value={size}
            onChange={(event) => {
              onSize(Number(event.currentTarget.value));
              onPage(0);
            }}
          >
            {pageSizes.map((one) => (
              <option key={one} value={one}>
                {one} per page
              </option>
            ))}
          </select>
        )}
        <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={(page + 1) * size >= found}
          onClick={() => onPage(page + 1)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}

function rangeOf(before: number, shown: number): string {
  if (shown < 2) return whole.format(before + shown);
  return `${whole.format(before + 1)}–${whole.format(before + shown)}`;
}

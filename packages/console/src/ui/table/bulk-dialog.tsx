// Does the same with many rows, after saying how many; what failed is told row by row.
import { List, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { EndpointRef } from '../../api/endpoints.ts';
import { isProblem } from '../../api/problem.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';

interface Given<Row> {
  /** "Pause 3 campaigns?" */
  readonly title: string;
  /** "Pause 3 campaigns" */
  readonly confirm: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  /** Rejects with what failed. */
  readonly run: (row: Row) => Promise<unknown>;
  /** What had answered something else before. */
  readonly stale: readonly Pick<EndpointRef, 'path'>[];
  readonly isForbidden?: boolean;
  /** What will come of it. */
  readonly children: ReactNode;
  /** All were done. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface Failure<Row> {
  readonly row: Row;
  readonly error: unknown;
}

export function BulkDialog<Row>(given: Given<Row>) {
  const { title, confirm, rows, nameOf, children, onDone, onClose } = given;
  const { work, done, failures } = useWork(given);
  const begin = (these: readonly Row[]) =>
    work.mutate(these, { onSuccess: (failed) => failed.length === 0 && onDone() });
  const hasFailed = failures.length > 0 && !work.isPending;
  return (
    <ConfirmDialog
      isOpen
      title={hasFailed ? `${failures.length} of ${rows.length} failed` : title}
      confirm={hasFailed ? `Try ${failures.length} again` : confirm}
      isBusy={work.isPending}
      isForbidden={given.isForbidden ?? false}
      error={work.error}
      onConfirm={() => begin(hasFailed ? failures.map(({ row }) => row) : rows)}
      onClose={onClose}
    >
      {hasFailed ? <Failures failures={failures} nameOf={nameOf} /> : children}
      {work.isPending && (
        <Stack gap={4}>
          <Progress value={(100 * done) / rows.length} aria-label={title} />
          <Text size="xs" c="dimmed" role="status">
            {done} of {rows.length}
          </Text>
        </Stack>
      )}
    </ConfirmDialog>
  );
}

function useWork<Row>({ run, stale }: Given<Row>) {
  const held = useQueryClient();
  const [done, setDone] = useState(0);
  const [failures, setFailures] = useState<readonly Failure<Row>[]>([]);
  const work = useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const failed: Failure<Row>[] = [];
      for (const [at, row] of rows.entries()) {
        setDone(at);
        await run(row).catch((error: unknown) => {
          // Without a session none of the others can be done either.
          if (isProblem(error, 'sign_in_needed')) throw error;
          failed.push({ row, error });
        });
      }
      return failed;
    },
    onSuccess: setFailures,
    onSettled: () =>
      Promise.all(stale.map(({ path }) => held.invalidateQueries({ queryKey: [path] }))),
  });
  return { work, done, failures };
}

function Failures<Row>({
  failures,
  nameOf,
}: {
  readonly failures: readonly Failure<Row>[];
  readonly nameOf: (row: Row) => string;
}) {
  return (
    <List size="sm" spacing={4}>
      {failures.map(({ row, error }) => (
        <List.Item key={nameOf(row)} style={{ overflowWrap: 'anywhere' }}>
          <b>{nameOf(row)}</b>: {error instanceof Error ? error.message : String(error)}
        </List.Item>
      ))}
    </List>
  );
}

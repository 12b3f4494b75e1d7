// The two ways to end a test, each one action: a variation for everyone, or back to the control.
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay } from '../../../shell/site-context.ts';
import { Opening } from '../../../ui/opening.tsx';
import { type Chosen, controlsOf, isBack, namesOf, type TestOf, winnersOf } from './test.ts';

const EndTestDialog = lazy(async () => ({
  default: (await import('./end-test-dialog.tsx')).EndTestDialog,
}));

interface Given {
  readonly id: number;
  readonly tests: readonly TestOf[];
}

export function EndTest({ id, tests }: Given) {
  const may = useMay(consoleApi.endTest);
  const [chosen, setChosen] = useState<Chosen>();
  if (!may || tests.length === 0) return null;
  const winners = winnersOf(tests);
  const isWon = tests.some(({ verdict }) => verdict?.kind === 'ship');
  return (
    <Group gap="xs" className="no-print">
      <Button variant={isWon ? 'filled' : 'default'} size="xs" onClick={() => setChosen(winners)}>
        {isBack(tests, winners)
          ? 'End test…'
          : `End test: ship ${namesOf(tests, winners)} to everyone`}
      </Button>
      <Button variant="default" size="xs" onClick={() => setChosen(controlsOf(tests))}>
        Back to control
      </Button>
      {chosen && (
        <Suspense fallback={<Opening />}>
          <EndTestDialog {...{ id, tests }} begin={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </Group>
  );
}

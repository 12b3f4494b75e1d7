// An evaluation that is kept: how far it is, and its report.
import { Alert, Anchor, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Mark, type Tone } from '../../../ui/mark.tsx';
import rows from '../../../ui/row-list.module.css';
import { Time } from '../../../ui/time.tsx';
import { type Evaluation, predicted } from './figures.ts';
import { ReportShown } from './report.tsx';

const states: Readonly<Record<Evaluation['state'], readonly [word: string, Tone]>> = {
  waiting: ['Waits for a worker', 'neutral'],
  running: ['Running', 'neutral'],
  done: ['Done', 'good'],
  failed: ['Failed', 'bad'],
};

interface Given {
  readonly evaluation: Evaluation;
  /** The newest: its report is shown at once. */
  readonly isFirst: boolean;
}

export function EvaluationRow({ evaluation, isFirst }: Given) {
  const [isOpen, setOpen] = useState(isFirst);
  const { state, strategies, requestedAt, requestedBy, request, progress, fault, report } =
    evaluation;
  const [word, tone] = states[state];
  const names = strategies.map(({ name }) => name).join(', ');
  return (
    <li className={rows['row']} style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <div className={rows['main']}>
        <Group gap={8}>
          {report ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              fw={600}
              ta="left"
              className={rows['name']}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {names}
            </Anchor>
          ) : (
            <Text size="sm" fw={600} className={rows['name']}>
              {names}
            </Text>
          )}
          <Mark tone={tone} size="sm">
            {word}
          </Mark>
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Begun <Time at={requestedAt} />
          {requestedBy && ` by ${requestedBy}`}; {predicted[request.event ?? 'purchase']}, the last{' '}
          {request.heldOutDays ?? 7} days held out
        </Text>
      </div>
      {progress && <Running progress={progress} />}
      {fault !== null && (
        <Alert color="red" icon={<Icon name="alert" />}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fault}
          </Text>
        </Alert>
      )}
      {report && isOpen && <ReportShown report={report} />}
    </li>
  );
}

function Running({ progress }: { progress: NonNullable<Evaluation['progress']> }) {
  const percent = Math.round(100 * progress.share);
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={`${percent} % are done`} />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {percent} %: {progress.phase}
      </Text>
    </div>
  );
}

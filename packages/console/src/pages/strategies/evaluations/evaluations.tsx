// Strategies compared on the site's own history, before they go live: begun here, and kept.
import { Button, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import rows from '../../../ui/row-list.module.css';
import { EvaluationRow } from './evaluation-row.tsx';
import { NewEvaluation } from './new-evaluation.tsx';

const busyMs = 1_500;

export function Evaluations() {
  const { name: site } = useSite();
  const [search] = useSearchParams();
  const mayStart = useMay(consoleApi.startEvaluation);
  const [isNew, setNew] = useState(search.has('begin'));
  const listed = useAnswer(
    consoleApi.listEvaluations,
    { params: { site } },
    {
      everyMs: (answer) =>
        answer?.items.some(({ state }) => state === 'waiting' || state === 'running')
          ? busyMs
          : undefined,
    },
  );
  const { data, error } = listed;
  if (error && !data) return <ErrorAlert error={error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  const button = mayStart && !isNew && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
      New evaluation
    </Button>
  );
  return (
    <Stack align="stretch">
      {isNew && <NewEvaluation onClose={() => setNew(false)} />}
      {data.items.length === 0 && !isNew && (
        <EmptyState icon="report" title="No evaluation yet" action={button}>
          An evaluation holds back the last days of what users did, builds models of the days
          before, and looks how much of what then happened each strategy would have recommended. It
          tells which strategy deserves an A/B test; what sells more, only the test tells.
        </EmptyState>
      )}
      {data.items.length > 0 && (
        <>
          {button && <div>{button}</div>}
          <Paper withBorder component="ul" className={rows['list']} aria-label="Evaluations">
            {data.items.map((evaluation, at) => (
              <EvaluationRow key={evaluation.id} evaluation={evaluation} isFirst={at === 0} />
            ))}
          </Paper>
        </>
      )}
    </Stack>
  );
}

// Reports: what each variation of a campaign did, how sure that is, and what it means.
import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Choices, ExportCsv } from './choices.tsx';
import { type ReportQuery, reportQueryOf, type Subject, useReport, useSubjects } from './query.ts';
import { Result } from './result.tsx';
import { isEmpty } from './sentences.ts';

/** Without a campaign in the address, the first with results is shown, among so many. */
const lookedThrough = 5;

const about =
  'What each variation of a campaign did, and how sure that is. Look as often as you like: the intervals hold at every look.';

export function Reports() {
  const [search, setSearch] = useSearchParams();
  const { subjects, error, refetch } = useSubjects();
  const asked = reportQueryOf(search);
  const kind = search.has('holdout') ? 'holdout' : 'campaign';
  const wanted = search.get(kind);
  const found = subjects?.find((one) => one.kind === kind && String(one.id) === wanted);
  const [passed, setPassed] = useState(0);
  const most = Math.min(subjects?.length ?? 0, lookedThrough);
  const mayPass = !found && passed < most;
  const subject = found ?? subjects?.[passed % Math.max(most, 1)];
  const isUnknown = subjects !== undefined && wanted !== null && !found;
  const show = (of: Subject, next: ReportQuery) => {
    const all = Object.entries({ [of.kind]: String(of.id), ...next });
    setSearch(Object.fromEntries(all.filter(([, value]) => value !== '')));
  };
  return (
    <Page
      title="Reports"
      about={about}
      actions={subject && !isUnknown && <ExportCsv subject={subject} asked={asked} />}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!subjects && !error && <ListSkeleton />}
      {subjects && !subject && <NothingLive />}
      {subjects && subject && (
        <Stack gap="lg">
          <Choices
            subjects={subjects}
            subject={subject}
            asked={asked}
            onAsk={(next) => show(subject, { ...asked, ...next })}
            onChoose={(chosen) => show(chosen, asked)}
          />
          {isUnknown ? (
            <NeverLive name={`${kind} ${wanted}`} />
          ) : (
            <Answered
              key={`${subject.kind} ${subject.id}`}
              subject={subject}
              asked={asked}
              onEmpty={mayPass ? () => setPassed(passed + 1) : undefined}
            />
          )}
        </Stack>
      )}
    </Page>
  );
}

interface AnsweredGiven {
  readonly subject: Subject;
  readonly asked: ReportQuery;
  /** Chooses another one where this has no results. */
  readonly onEmpty: (() => void) | undefined;
}

function Answered({ subject, asked, onEmpty }: AnsweredGiven) {
  const { report, error, refetch } = useReport(subject, asked);
  const isPassed = report !== undefined && onEmpty !== undefined && isEmpty(report);
  useEffect(() => {
    if (isPassed) onEmpty?.();
  }, [isPassed, onEmpty]);
  if (isPassed) return <ListSkeleton rows={8} />;
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!report) return <ListSkeleton rows={8} />;
  return <Result report={report} subject={subject} asked={asked} />;
}

function NothingLive() {
  return (
    <EmptyState icon="report" title="No campaign has been live yet">
      Once a campaign is published and your code asks for it, its report is here: a row for each
      variation, from the first user on.
    </EmptyState>
  );
}

function NeverLive({ name }: { name: string }) {
  return (
    <EmptyState icon="report" title={`There is no report of the ${name}`}>
      It may be a draft, or be deleted. Choose another one above, or publish it first.
    </EmptyState>
  );
}

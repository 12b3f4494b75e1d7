// Reports: what each variation of a campaign did, how sure that is, and what it means.
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Choices, ExportCsv } from './choices.tsx';
import { type ReportQuery, reportQueryOf, type Subject, useReport, useSubjects } from './query.ts';
import { Result } from './result.tsx';
import { isEmpty } from './sentences.ts';

/** Without a campaign in the address, the first with results is shown, among so many. */
const lookedThrough = 5;

const about = 'See how your campaigns and holdouts perform, and what to do next.';

export function Reports() {
  const [search, setSearch] = useSearchParams();
  const { subjects, unpublished, error, refetch } = useSubjects();
  const asked = reportQueryOf(search);
  const kind = search.has('holdout') ? 'holdout' : 'campaign';
  const wanted = search.get(kind);
  const found = subjects?.find((one) => one.kind === kind && String(one.id) === wanted);
  const [passed, setPassed] = useState(0);
  const most = Math.min(subjects?.length ?? 0, lookedThrough);
  const mayPass = wanted === null && passed < most;
  const first = subjects?.[passed % Math.max(most, 1)];
  const subject = wanted === null ? first : found;
  const show = (of: Subject, next: ReportQuery) => {
    const all = Object.entries({ [of.kind]: String(of.id), ...next });
    setSearch(Object.fromEntries(all.filter(([, value]) => value !== '')));
  };
  return (
    <Page
      title="Reports"
      about={about}
      actions={
        subject && (
          <Group gap="xs" className="no-print">
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
            <ExportCsv subject={subject} asked={asked} />
          </Group>
        )
      }
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!subjects && !error && <ListSkeleton />}
      {subjects?.length === 0 && wanted === null && <NothingLive />}
      {subjects && (subject || wanted !== null) && (
        <Stack gap="lg">
          <Choices
            subjects={subjects}
            subject={subject}
            asked={asked}
            onAsk={(next) => subject && show(subject, { ...asked, ...next })}
            onChoose={(chosen) => show(chosen, asked)}
          />
          {subject ? (
            <Answered
              key={`${subject.kind} ${subject.id}`}
              subject={subject}
              asked={asked}
              onEmpty={mayPass ? () => setPassed(passed + 1) : undefined}
            />
          ) : (
            <NoReport
              kind={kind}
              id={wanted ?? ''}
              draft={unpublished?.find(({ id }) => kind === 'campaign' && String(id) === wanted)}
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
      Publish a campaign and request it from your code. Its report starts with the first user.
    </EmptyState>
  );
}

interface NoReportGiven {
  readonly kind: Subject['kind'];
  /** As the address has it. */
  readonly id: string;
  /** The campaign of this ID that has never been published. */
  readonly draft: { readonly id: number; readonly name: string } | undefined;
}

function NoReport({ kind, id, draft }: NoReportGiven) {
  if (draft) {
    return (
      <EmptyState
        icon="report"
        title={`“${draft.name}” has not been live yet`}
        action={<PageLink to={`campaigns?id=${draft.id}`}>Open the campaign</PageLink>}
      >
        Publish it to start its report.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="report" title={`No such ${kind}`}>
      This site has no {kind} with the ID {id}. It may have been deleted. Choose a report above.
    </EmptyState>
  );
}

// A campaign: its draft section by section, its history, and what is done with it as a whole.
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { Mark } from '../../../ui/mark.tsx';
import {
  LoadedVersioned,
  VersionedFields,
  VersionedPage,
} from '../../../versioned/versioned-page.tsx';
import {
  bodyIn,
  type Campaign,
  hasUnpublished,
  sayPublished,
  sayState,
  toneOf,
} from '../campaign.ts';
import { Scheduled } from '../publishing/scheduled.tsx';
import { Actions } from './actions.tsx';
import { Allocation } from './allocation.tsx';
import { Content } from './content.tsx';
import { DesignFields } from './design-fields.tsx';
import { Details } from './details.tsx';
import { bodyOf } from './draft.ts';
import { campaignKind, type Form, useForm } from './form.ts';
import { GuardrailsFields } from './guardrails-fields.tsx';
import { MetricsFields } from './metrics-fields.tsx';
import { NotShownYet } from './placement-state.tsx';
import { Review } from './review.tsx';
import { Returned } from './rollout-status.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { SectionIndex } from './section-index.tsx';
import classes from './sections.module.css';
import {
  changedSections,
  type SectionName,
  sectionIn,
  sectionNames,
  sectionOf,
  sections,
} from './sections.ts';
import { Targeting } from './targeting.tsx';

export function Editor({ id }: { id: number }) {
  return (
    <LoadedVersioned kind={campaignKind} id={id}>
      {(campaign) => <Opened campaign={campaign} />}
    </LoadedVersioned>
  );
}

function Opened({ campaign }: { campaign: Campaign }) {
  const form = useForm(campaign);
  const { now, at, choose } = useSection(campaign.id);
  const { status, version, publishedVersion } = campaign;
  return (
    <VersionedPage
      kind={campaignKind}
      thing={campaign}
      form={form}
      title={bodyIn(campaign).name}
      about={
        <Group gap="xs" component="span">
          <Mark tone={toneOf[status]}>{sayState(campaign)}</Mark>
          <span>{sayPublished(campaign) ?? 'Never published'}</span>
          <NotShownYet campaign={campaign} onLook={() => choose('details')} />
        </Group>
      }
      actions={
        <Actions form={form} onReview={now === 'review' ? undefined : () => choose('review')} />
      }
      tab="Draft"
      marks={[
        {
          ...{ version: status === 'live' ? publishedVersion : null, tone: 'good', word: 'Live' },
          isOfPublication: true,
        },
        ...(hasUnpublished(campaign)
          ? [{ version, tone: 'neutral' as const, word: 'Not published' }]
          : []),
      ]}
    >
      <Stack>
        <Returned campaign={campaign} onLook={() => choose('allocation')} />
        <Scheduled campaign={campaign} />
        <Draft {...{ form, now, at, choose }} />
      </Stack>
    </VersionedPage>
  );
}

/** The section that the address names, and the field in it. */
function useSection(id: number) {
  const [search, setSearch] = useSearchParams();
  const now = sectionIn(search.get('section'));
  const choose = (section: SectionName, pointer?: string) =>
    setSearch({ id: String(id), section, ...(pointer && { at: pointer }) });
  return { now, at: search.get('at') ?? undefined, choose };
}

interface Given {
  readonly form: Form;
  readonly now: SectionName;
  /** The pointer of a field to lead to. */
  readonly at: string | undefined;
  readonly choose: (section: SectionName, pointer?: string) => void;
}

function Draft({ form, now, at, choose }: Given) {
  const place = useRef<HTMLDivElement>(null);
  const { faults, base, draft, isChanged } = form;
  const first = faults[0]?.pointer;
  const isHere = faults.some(({ pointer }) => sectionOf(pointer) === now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads there once, when it is found
  useEffect(() => {
    if (first !== undefined && !isHere) choose(sectionOf(first));
  }, [first]);
  useEffect(() => {
    if (at !== undefined) focusAt(place.current, at);
  }, [at]);
  const counts = new Map<SectionName, number>();
  for (const { pointer } of faults) {
    const section = sectionOf(pointer);
    counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  const changed = isChanged ? changedSections(bodyOf(base).body, bodyOf(draft).body) : none;
  return (
    <div className={classes['editor']}>
      <SectionIndex {...{ now, changed }} faults={counts} onChoose={(to) => choose(to)} />
      <VersionedFields kind={campaignKind} form={form} place={now}>
        <Stack gap="lg" ref={place}>
          <Fields {...{ form, now, choose }} />
          <Steps now={now} choose={choose} />
        </Stack>
      </VersionedFields>
    </div>
  );
}

const none: ReadonlySet<SectionName> = new Set();

/** Leads to the first field of what a pointer is in. */
function focusAt(place: HTMLElement | null, pointer: string): void {
  const all = [...(place?.querySelectorAll<HTMLElement>('[data-pointer]') ?? [])];
  const within = all.filter(({ dataset }) => pointer.startsWith(dataset['pointer']!)).at(-1);
  const field = (within ?? place)?.querySelector<HTMLElement>('input, select, textarea');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

function Fields({ form, now, choose }: Omit<Given, 'at'>) {
  switch (now) {
    case 'details':
      return <Details form={form} />;
    case 'content':
      return <Content form={form} onChoose={choose} />;
    case 'targeting':
      return <Targeting form={form} />;
    case 'allocation':
      return <Allocation form={form} />;
    case 'schedule':
      return <ScheduleFields form={form} />;
    case 'metrics':
      return (
        <>
          <MetricsFields form={form} />
          <DesignFields form={form} />
          <GuardrailsFields form={form} />
        </>
      );
    case 'review':
      return <Review form={form} onMend={(pointer) => choose(sectionOf(pointer), pointer)} />;
  }
}

function Steps({ now, choose }: Pick<Given, 'now' | 'choose'>) {
  const at = sectionNames.indexOf(now);
  const [before, after] = [sectionNames[at - 1], sectionNames[at + 1]];
  return (
    <Group justify="space-between">
      {before ? (
        <Button variant="default" size="xs" onClick={() => choose(before)}>
          Back: {sections[before]}
        </Button>
      ) : (
        <span />
      )}
      {after && (
        <Button variant="default" size="xs" onClick={() => choose(after)}>
          Next: {sections[after]}
        </Button>
      )}
    </Group>
  );
}

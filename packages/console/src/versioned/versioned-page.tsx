// The page of a versioned thing: its form and its history, and the bar that saves it.
import type { ConsoleEndpoint } from '@attune/contract';
import { Alert, Stack, Tabs, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { SentTo } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { readable, showFault } from '../ui/form.ts';
import { Icon } from '../ui/icons.tsx';
import type { Tone } from '../ui/mark.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { VersionedSaveBar } from '../ui/save-bar.tsx';
import type { History as HistoryShown } from './history.tsx';
import { type Kind, paramsOf, type Versioned } from './kind.ts';
import type { VersionedForm } from './use-versioned.ts';
import type { Conflict as ConflictShown } from './versions.tsx';

// Loaded lazily, a component forgets that it is generic.
const History = lazy(async () => ({
  default: (await import('./history.tsx')).History,
})) as unknown as typeof HistoryShown;
const Conflict = lazy(async () => ({
  default: (await import('./versions.tsx')).Conflict,
})) as unknown as typeof ConflictShown;

interface LoadedGiven<Thing extends Versioned, Body, Draft extends object> {
  readonly kind: Kind<Thing, Body, Draft>;
  readonly id: number;
  readonly children: (thing: Thing) => ReactNode;
}

/** Asks for a thing; shows what it is waiting for meanwhile. */
export function LoadedVersioned<Thing extends Versioned, Body, Draft extends object>({
  kind,
  id,
  children,
}: LoadedGiven<Thing, Body, Draft>) {
  const { name: site } = useSite();
  const sent = paramsOf(site, id) as unknown as SentTo<ConsoleEndpoint>;
  const asked = useAnswer(kind.endpoints.read, sent);
  if (asked.data) return children(asked.data as unknown as Thing);
  const title = `${kind.noun[0]!.toUpperCase()}${kind.noun.slice(1)} ${id}`;
  return (
    <Page title={title}>
      {asked.error ? (
        <ErrorAlert error={asked.error} onRetry={asked.refetch} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Page>
  );
}

interface Given<Thing extends Versioned, Body, Draft extends object> {
  readonly kind: Kind<Thing, Body, Draft>;
  /** Undefined: it is new. */
  readonly thing: Thing | undefined;
  readonly form: VersionedForm<Draft>;
  readonly title: string;
  /** What stands below the title. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** What the form is called, beside the history. */
  readonly tab: string;
  readonly marks?: readonly {
    readonly version: number | null;
    readonly tone: Tone;
    readonly word: string;
    readonly isOfPublication?: boolean;
  }[];
  readonly children: ReactNode;
}

export function VersionedPage<Thing extends Versioned, Body, Draft extends object>(
  given: Given<Thing, Body, Draft>,
) {
  const { kind, thing, form, title, about, actions, tab, marks = [], children } = given;
  const [search, setSearch] = useSearchParams();
  const shown = search.get('show') === 'history' ? 'history' : 'form';
  const show = (next: string | null) =>
    setSearch({ id: String(thing?.id), ...(next === 'history' && { show: next }) });
  return (
    <Page title={title} about={about} actions={actions}>
      {form.isReadOnly && <Locked reason={thing && kind.lockOf?.(thing)} noun={kind.noun} />}
      {thing === undefined ? (
        children
      ) : (
        <Tabs value={shown} onChange={show} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="form">{tab}</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="form" pt="md">
            {children}
          </Tabs.Panel>
          <Tabs.Panel value="history" pt="md">
            <Suspense fallback={<ListSkeleton />}>
              <History {...{ kind, thing, form, marks }} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

function Locked({ reason, noun }: { reason: string | undefined; noun: string }) {
  return (
    <Alert icon={<Icon name="lock" />} variant="light" color="gray">
      <Text size="sm">
        {reason ?? `You can view this ${noun}. Editors and Admins can change it.`}
      </Text>
    </Alert>
  );
}

interface FrameGiven<Thing extends Versioned, Body, Draft extends object> {
  readonly kind: Kind<Thing, Body, Draft>;
  readonly form: VersionedForm<Draft>;
  readonly className?: string | undefined;
  /** The part of the form that is shown, where it is shown part by part. */
  readonly place?: string;
  readonly children: ReactNode;
}

/** The fields of a form, saved by its bar or by Ctrl+S; what is wrong is shown first. */
export function VersionedFields<Thing extends Versioned, Body, Draft extends object>({
  kind,
  form,
  className,
  place: part,
  children,
}: FrameGiven<Thing, Body, Draft>) {
  const place = useRef<HTMLFormElement>(null);
  const { faults, isReadOnly, base, draft, id } = form;
  const count = faults.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part shows other faults
  useEffect(() => {
    if (count > 0) showFault(place.current);
  }, [count, part]);
  useHotkeys([['mod+S', () => form.isChanged && !isReadOnly && form.save()]], []);
  const { bodyOf, differencesBetween, noun } = kind;
  return (
    <form
      ref={place}
      autoComplete="off"
      className={className}
      style={isReadOnly ? readable : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Stack gap="lg">
        {children}
        {!isReadOnly && (
          <VersionedSaveBar
            form={form}
            noun={noun}
            save={id === undefined ? `Create ${noun}` : kind.save}
            changes={() => differencesBetween(bodyOf(base).body, bodyOf(draft).body)}
            conflict={(onClose) =>
              id !== undefined && <Conflict {...{ kind, form, id, onClose }} />
            }
          />
        )}
      </Stack>
    </form>
  );
}

// Begins an evaluation: of which strategies, on which days, for lists of which length.
import {
  Checkbox,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useEvery } from '../../../api/every.ts';
import { Problem } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FormFooter } from '../../../ui/form-footer.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { predicted } from './figures.ts';

type Event = keyof typeof predicted;

const strategiesMax = 10;

export function NewEvaluation({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [event, setEvent] = useState<Event>('purchase');
  const [heldOutDays, setHeldOut] = useState<number | string>(7);
  const [historyDays, setHistory] = useState<number | string>(90);
  const [ks, setKs] = useState<string[]>(['5', '10', '20']);
  const start = useChange(consoleApi.startEvaluation, [consoleApi.listEvaluations]);
  const faultOf = (field: string) =>
    start.error instanceof Problem ? start.error.faultOf(field) : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    const body = {
      strategies: chosen.map(Number),
      event,
      heldOutDays: Number(heldOutDays),
      historyDays: Number(historyDays),
      ks: ks.map(Number),
    };
    start.mutate({ params: { site }, body }, { onSuccess: onClose });
  };
  return (
    <Section
      title="New evaluation"
      about="Models are built without the last days. Each strategy then recommends as of that day, and is judged by what users did next."
    >
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <StrategiesField chosen={chosen} onChange={setChosen} error={faultOf('strategies')} />
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <NativeSelect
              label="Predicted event"
              description="A recommendation is right if the user did this next."
              value={event}
              data={Object.entries(predicted).map(([value, label]) => ({ value, label }))}
              error={faultOf('event')}
              onChange={(changed) => setEvent(changed.currentTarget.value as Event)}
            />
            <Days
              label="Days held out"
              description="The last days, 1 to 90."
              max={90}
              value={heldOutDays}
              onChange={setHeldOut}
              error={faultOf('heldOutDays')}
            />
            <Days
              label="Days of history"
              description="The days before those, 1 to 365."
              max={365}
              value={historyDays}
              onChange={setHistory}
              error={faultOf('historyDays')}
            />
            <TagsInput
              label="Lengths of lists (K)"
              description="1 to 100; five at most."
              maxTags={5}
              value={ks}
              onChange={setKs}
              error={faultOf('ks')}
              acceptValueOnBlur
            />
          </SimpleGrid>
          <ErrorAlert
            error={start.error}
            shownElsewhere={['strategies', 'event', 'heldOutDays', 'historyDays', 'ks']}
          />
          <FormFooter isBusy={start.isPending} onCancel={onClose}>
            Start evaluation
          </FormFooter>
        </Stack>
      </form>
    </Section>
  );
}

interface StrategiesGiven {
  /** Ids, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly error: string | undefined;
}

function StrategiesField({ chosen, onChange, error }: StrategiesGiven) {
  const { name: site } = useSite();
  const { data: strategies = [] } = useEvery(consoleApi.listStrategies, site);
  return (
    <Checkbox.Group
      label="Strategies"
      description={`At most ${strategiesMax}. Put one first that recommends popular items, as the baseline.`}
      value={[...chosen]}
      onChange={onChange}
      error={error}
    >
      <Stack gap={6} mt="xs">
        {strategies.map(({ id, strategy }) => (
          <Checkbox
            key={id}
            value={String(id)}
            label={strategy.name}
            disabled={chosen.length >= strategiesMax && !chosen.includes(String(id))}
            styles={{ label: { overflowWrap: 'anywhere' } }}
          />
        ))}
        {strategies.length === 0 && (
          <Text size="sm">
            No strategies yet. <PageLink to="strategies?new">Create one</PageLink> first.
          </Text>
        )}
      </Stack>
    </Checkbox.Group>
  );
}

interface DaysGiven {
  readonly label: string;
  readonly description: string;
  readonly max: number;
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
  readonly error: string | undefined;
}

function Days(given: DaysGiven) {
  return <NumberInput {...given} min={1} allowDecimal={false} clampBehavior="blur" />;
}

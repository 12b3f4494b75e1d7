// Ends a test after one question: what everyone gets, and what the journal says of it.
import { Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { isProblem } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FormFooter } from '../../../ui/form-footer.tsx';
import { decisions, isDecision } from '../../journal/decisions.ts';
import { campaignParams, stale } from '../query.ts';
import { type Chosen, isBack, namesOf, suggested, type TestOf } from './test.ts';

interface Given {
  readonly id: number;
  readonly tests: readonly TestOf[];
  /** What everyone gets unless another is chosen. */
  readonly begin: Chosen;
  readonly onClose: () => void;
}

const made = [
  ...stale,
  consoleApi.reportCampaign,
  consoleApi.readJournalEntry,
  consoleApi.listJournal,
];
const final = decisions.filter(({ value }) => value !== 'open');

export function EndTestDialog({ id, tests, begin, onClose }: Given) {
  const { name: site } = useSite();
  const end = useChange(consoleApi.endTest, made);
  const [chosen, setChosen] = useState(begin);
  const first = suggested(tests, begin);
  const [conclusion, setConclusion] = useState(first.conclusion);
  const [decision, setDecision] = useState<(typeof decisions)[number]['value']>(first.decision);
  const isControl = isBack(tests, chosen);
  const isUnapproved = isProblem(end.error, 'approval_missing');
  const choose = (next: Chosen) => {
    setChosen(next);
    setDecision(suggested(tests, next).decision);
    end.reset();
  };
  const submit = () =>
    end.mutate(
      {
        ...campaignParams(site, id),
        body: {
          variations: Object.values(chosen),
          conclusion,
          ...(decision !== 'open' && { decision }),
          ...(isUnapproved && { askApproval: true }),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      title={isControl ? 'Go back to the control?' : `Ship ${namesOf(tests, chosen)} to everyone?`}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Text size="sm">
            Everyone gets {namesOf(tests, chosen)} within a second, whatever they had before. The
            report ends now and stays readable. To undo it, restore an earlier version in History.
          </Text>
          <Choices {...{ tests, chosen }} onChoose={choose} />
          <Textarea
            label="Conclusion"
            description="For the journal"
            value={conclusion}
            maxLength={10_000}
            autosize
            minRows={2}
            onChange={(event) => setConclusion(event.currentTarget.value)}
          />
          <Select
            label="Decision"
            data={final}
            value={decision}
            allowDeselect={false}
            onChange={(value) => isDecision(value) && setDecision(value)}
          />
          {isUnapproved ? (
            <Text size="sm" role="alert">
              A teammate has to approve this first. Nothing has changed yet.
            </Text>
          ) : (
            <ErrorAlert error={end.error} />
          )}
          <FormFooter isBusy={end.isPending} onCancel={onClose}>
            {isUnapproved ? 'Ask for approval' : isControl ? 'Back to control' : 'Ship to everyone'}
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

interface ChoicesGiven extends Pick<Given, 'tests'> {
  readonly chosen: Chosen;
  readonly onChoose: (next: Chosen) => void;
}

/** Where there is more than one variation to choose from. */
function Choices({ tests, chosen, onChoose }: ChoicesGiven) {
  if (tests.length === 1 && tests[0]!.variations.length === 2) return null;
  return tests.map(({ id, name, variations }) => (
    <Select
      key={id}
      label={tests.length === 1 ? 'Everyone gets' : `Everyone in “${name}” gets`}
      data={variations.map((one) => ({ value: String(one.id), label: one.name }))}
      value={String(chosen[id])}
      allowDeselect={false}
      onChange={(value) => value && onChoose({ ...chosen, [id]: Number(value) })}
    />
  ));
}

// Campaigns with what came of each; opened, every step that led there.
import type { WhyOutput } from '@attune/contract';
import type { Explanation } from '@attune/core';
import { Accordion, Group, Text } from '@mantine/core';
import { Mark } from '../../ui/mark.tsx';
import { sayOutcome, toneOfOutcome } from './step-labels.ts';
import { Steps } from './steps.tsx';

type Explained = WhyOutput['campaigns'][number];

export function Campaigns({ campaigns }: { campaigns: readonly Explained[] }) {
  const [only] = campaigns;
  return (
    <Accordion
      multiple
      variant="contained"
      order={2}
      defaultValue={only && campaigns.length === 1 ? [String(only.id)] : []}
    >
      {campaigns.map((campaign) => (
        <Accordion.Item key={campaign.id} value={String(campaign.id)}>
          <Accordion.Control>
            <Head campaign={campaign} />
          </Accordion.Control>
          <Accordion.Panel>
            <Steps explained={campaign} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Head({ campaign: { name, selector, words, explanation } }: { campaign: Explained }) {
  const said = explanation as Explanation;
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text fw={600} span>
          {name}
        </Text>
        <Text size="sm" c="dimmed" span>
          {selector}
        </Text>
        <Mark tone={toneOfOutcome(said)}>{sayOutcome(said)}</Mark>
      </Group>
      <Text size="sm">{words.summary}</Text>
    </div>
  );
}

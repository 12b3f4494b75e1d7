// The warning that users did not come to variations as they were drawn: nothing else holds then.
import type { ReportOutput } from '@attune/contract';
import { sayPercent } from '@attune/core';
import { Alert, Stack, Text } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';

type Experience = ReportOutput['experiences'][number];

export function SampleRatio({ experience }: { experience: Experience }) {
  const { sampleRatio } = experience;
  if (!sampleRatio?.isSuspicious) return null;
  return (
    <Stack gap="sm">
      <Alert
        color="red"
        variant="filled"
        role="alert"
        icon={<Icon name="alert" />}
        title="Sample ratio mismatch: do not trust these results"
      >
        <Text size="sm">{sampleRatio.sentence}</Text>
        <Text size="sm" mt={4}>
          The table shows which variation has too few users. Fix the cause, then restart the
          campaign.
        </Text>
      </Alert>
      <Expected experience={experience} />
      <Diagnosis experience={experience} />
    </Stack>
  );
}

/** Who came, against who was drawn, by version of the weights. */
function Expected({ experience }: { experience: Experience }) {
  const { name, variations, allocationVersions } = experience;
  const nameOf = (id: number) => variations.find((one) => one.id === id)?.name ?? String(id);
  const rows = allocationVersions.flatMap(({ version, variations: drawn }) => {
    const all = drawn.reduce((sum, { exposed }) => sum + exposed, 0);
    return drawn.map(({ id, exposed, share }) => ({
      key: `${version} ${id}`,
      cells: [
        nameOf(id),
        version,
        exposed.toLocaleString('en-GB'),
        all === 0 ? '–' : sayPercent(exposed / all),
        sayPercent(share),
      ],
    }));
  });
  return (
    <StackedTable
      label={`Sample ratio of ${name}`}
      heads={['Variation', 'Allocation version', 'Exposed', 'Actual share', 'Expected share']}
      rows={rows}
    />
  );
}

const groups = {
  device: 'Device',
  browser: 'Browser',
  newReturning: 'New or returning',
  keySource: 'Requested by',
  day: 'Day',
} as const;

/** Which users it is among. */
function Diagnosis({ experience: { name, variations, sampleRatio } }: { experience: Experience }) {
  const diagnosis = sampleRatio?.diagnosis;
  if (!diagnosis) return null;
  const nameOf = (id: number) => variations.find((one) => one.id === id)?.name ?? String(id);
  return (
    <>
      <Text size="sm">{diagnosis.sentence}</Text>
      <StackedTable
        label={`Diagnosis of ${name}`}
        heads={['Group', 'Users', 'Actual shares', 'Expected shares', 'Mismatch']}
        rows={diagnosis.parts.map(({ by, value, users, isSuspicious, variations: drawn }) => ({
          key: `${by} ${value}`,
          cells: [
            `${groups[by]}: ${value}`,
            users.toLocaleString('en-GB'),
            drawn.map(({ id, share }) => `${nameOf(id)} ${sayPercent(share)}`).join(', '),
            drawn.map(({ id, expected }) => `${nameOf(id)} ${sayPercent(expected)}`).join(', '),
            isSuspicious ? 'Yes' : 'No',
          ],
        }))}
      />
    </>
  );
}

// One value of a person's affinity: what speaks for it and against it, and a teammate's say in it.
import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import type { Value } from './detailed.ts';
import { sayConfidence, sayDay } from './labels.ts';
import type { PersonName } from './look-up.tsx';
import { Sources } from './sources.tsx';
import { type Edit, useEdit } from './use-edit.ts';

interface Shown {
  readonly property: string;
  readonly value: Value;
  readonly name: PersonName;
  readonly onClose: () => void;
}

export function ValueDialog({ property, value, name, onClose }: Shown) {
  const { rank, score, expected, points, confidence, signals, days } = value;
  return (
    <Dialog isOpen onClose={onClose} title={`${property}: ${value.value}`} size="lg">
      <Stack gap="md">
        <Text size="sm">
          {rank === null ? 'No rank' : `Rank ${rank}, score ${score.toFixed(2)}`}
          {expected > score &&
            `, ranked by ${expected.toFixed(2)} together with what your site likes`}
          . Its events add up to {points.toFixed(2)} points before normalisation and edits.
          Confidence: {sayConfidence(confidence)}.
        </Text>
        <StackedTable
          label="Signals"
          heads={['Signal', 'Events that count', 'Points today']}
          rows={signals.map((one) => ({
            key: one.signal,
            cells: [one.signal, one.count, one.points.toFixed(2)],
          }))}
        />
        {days.length > 0 && (
          <Text size="xs" c="dimmed">
            Latest days:{' '}
            {days
              .slice(0, 8)
              .map(
                (one) => `${sayDay(one.day)} ${one.count} ${one.signal} (${one.points.toFixed(2)})`,
              )
              .join('; ')}
          </Text>
        )}
        <Sources property={property} value={value.value} name={name} />
        <Say property={property} value={value} name={name} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

type Action = Edit['action'] | 'none';

function Say({ property, value: { value, edit }, name, onClose }: Shown) {
  const { mayEdit, isBusy, error, set, remove } = useEdit(name);
  const [action, setAction] = useState<Action>(edit?.action ?? 'none');
  const [amount, setAmount] = useState<number | string>(edit?.amount ?? 2);
  if (!mayEdit) return null;
  const save = () => {
    if (action === 'none') return edit ? remove({ property, value }, onClose) : onClose();
    const extra = action === 'mute' ? {} : { amount: Number(amount) };
    set({ property, value, action, ...extra }, onClose);
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Edit this value"
        description="An edit applies within a second and overrides events until you remove it."
        value={action}
        onChange={(chosen) => setAction(chosen as Action)}
      >
        <Stack gap={6} mt="xs">
          <Radio value="none" label="No edit" />
          <Radio value="boost" label="Multiply its score" />
          <Radio value="set" label="Set its score" />
          <Radio value="mute" label="Mute it" />
        </Stack>
      </Radio.Group>
      {(action === 'boost' || action === 'set') && (
        <NumberInput
          label={action === 'boost' ? 'Factor, 0.01 to 100' : 'Score, 0 to 10000'}
          value={amount}
          onChange={setAmount}
          min={action === 'boost' ? 0.01 : 0}
          max={action === 'boost' ? 100 : 10_000}
          decimalScale={2}
          maw={200}
        />
      )}
      {Boolean(error) && <ErrorAlert error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={save} loading={isBusy} disabled={amount === '' && action !== 'mute'}>
          Save edit
        </Button>
      </Group>
    </Stack>
  );
}

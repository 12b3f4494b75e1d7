// How far a message has come, and why it is not there yet.
import { Text } from '@mantine/core';
import { Mark } from '../../ui/mark.tsx';
import { Time } from '../../ui/time.tsx';
import type { Delivery } from './channel.ts';
import { states } from './labels.ts';

export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { state, detail, attempts, nextAttemptAt } = delivery;
  const [said, tone] = states[state];
  return (
    <>
      <Mark size="sm" tone={tone}>
        {said}
      </Mark>
      {detail !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
      {state === 'waiting' && attempts > 0 && (
        <Text size="xs" c="dimmed">
          Attempt {attempts + 1} <Time at={nextAttemptAt} />
        </Text>
      )}
    </>
  );
}

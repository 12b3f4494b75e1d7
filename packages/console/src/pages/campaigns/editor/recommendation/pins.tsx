// Pins of a variation: items that have a slot of their own, as long as they qualify.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import { SkuField } from '../../../strategies/preview/sku-fields.tsx';
import { withEntry } from '../../../strategies/recipe/recipe.ts';
import { useRecipe } from '../../../strategies/recipe/recipe-context.ts';
import type { PinDraft } from './recommendation.ts';

const pinsMax = 100;

interface Given {
  readonly pins: readonly PinDraft[] | undefined;
  readonly feedId: string | undefined;
  readonly pointer: string;
  /** Why pins would not be shown to a new visitor, by their places. */
  readonly lost: ReadonlyMap<number, string>;
  /** Filters that leave pins out on some pages or for some visitors, in words. */
  readonly filters: readonly string[];
  readonly onChange: (pins: readonly PinDraft[] | undefined) => void;
}

export function Pins({ pins = [], feedId, pointer, lost, filters, onChange }: Given) {
  const { isReadOnly, faultOf } = useRecipe();
  const adding = useRef<HTMLButtonElement>(null);
  /** The pin that is being typed: what it lacks so far is no error. */
  const [typing, setTyping] = useState<number>();
  const put = (at: number, pin: PinDraft | undefined) => onChange(withEntry(pins, at, pin));
  return (
    <Stack gap="xs" role="group" aria-label="Pins">
      <Text size="sm" fw={500}>
        Pins
      </Text>
      {pins.map((pin, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a pin is its place, and holds no state
          key={at}
        >
          <Group gap={6} align="flex-start" wrap="nowrap">
            <NumberInput
              aria-label="Slot"
              placeholder="Slot"
              size="xs"
              w={84}
              min={1}
              max={100}
              clampBehavior="none"
              allowDecimal={false}
              readOnly={isReadOnly}
              value={pin.slot === '' ? '' : pin.slot + 1}
              error={faultOf(`${pointer}/${at}/slot`)}
              onChange={(typed) =>
                put(at, { ...pin, slot: typeof typed === 'number' ? typed - 1 : '' })
              }
            />
            <SkuField
              label="Pinned item"
              isSmall
              isReadOnly={isReadOnly}
              feedId={feedId}
              value={pin.sku}
              error={typing === at ? undefined : faultOf(`${pointer}/${at}/sku`)}
              onBlur={() => setTyping(undefined)}
              onChange={(sku, isFound) => {
                setTyping(isFound ? undefined : at);
                put(at, { ...pin, sku });
              }}
            />
            {!isReadOnly && (
              <RemoveButton
                label={`Remove the pin of ${pin.sku || 'no item'}`}
                onClick={() => {
                  put(at, undefined);
                  adding.current?.focus();
                }}
              />
            )}
          </Group>
          {typing !== at && lost.has(at) && (
            <Text size="xs" c="var(--mantine-color-error)" mt={2} role="status">
              {pin.sku} {lost.get(at)}. The strategy fills its slot instead.
            </Text>
          )}
        </div>
      ))}
      {pins.length > 0 && filters.length > 0 && (
        <Text size="xs" c="dimmed">
          A pinned product is only shown where it passes the filters: {filters.join('; ')}.
        </Text>
      )}
      {!isReadOnly && pins.length < pinsMax && (
        <Group>
          <Button
            ref={adding}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...pins, { slot: freeSlot(pins), sku: '' }])}
          >
            Add pin
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The first slot that has no pin. */
function freeSlot(pins: readonly PinDraft[]): number {
  let slot = 0;
  while (pins.some((pin) => pin.slot === slot)) slot += 1;
  return slot;
}

// What every item must be, how alike items may be, and how much is left to chance.
import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { ColumnField } from './column-filter.tsx';
import { FilterRows } from './filter-rows.tsx';
import classes from './recipe.module.css';
import { type DiversityDraft, type Rows, withEntry } from './recipe.ts';
import { useRecipe } from './recipe-context.ts';

interface Given {
  readonly rows: Rows;
  /** `undefined` takes a member away. */
  readonly set: (part: { readonly [Name in keyof Rows]?: Rows[Name] | undefined }) => void;
}

export function Filters({ rows, set }: Given) {
  return (
    <Section title="Filters" about="Every item must match all filters, whichever step finds it.">
      {(rows.filters?.length ?? 0) === 0 && (
        <Text size="sm" c="dimmed">
          No filters: every item of the feed can be shown.
        </Text>
      )}
      <FilterRows
        label="Filters"
        filters={rows.filters}
        pointer="/filters"
        onChange={(filters) => set({ filters })}
      />
    </Section>
  );
}

const diversityMax = 5;

export function Diversity({ rows: { diversity = [], severalOfGroup }, set }: Given) {
  const { isReadOnly, faultOf } = useRecipe();
  const adding = useRef<HTMLButtonElement>(null);
  const put = (at: number, entry: DiversityDraft | undefined) =>
    set({ diversity: withEntry(diversity, at, entry) });
  return (
    <Section
      title="Diversity"
      about="Limits items of one group or brand, unless a slot would stay empty."
    >
      <Checkbox
        label="One item of each group"
        description="Items with the same group_id, such as sizes of a shirt, count as one product."
        disabled={isReadOnly}
        checked={severalOfGroup !== true}
        onChange={(event) =>
          set({ severalOfGroup: event.currentTarget.checked ? undefined : true })
        }
      />
      {diversity.map((one, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place, and holds no state
          key={at}
          className={classes['row']}
        >
          <div className={classes['fields']}>
            <Text size="sm" mt={4}>
              At most
            </Text>
            <NumberInput
              aria-label="How many"
              size="xs"
              w={80}
              min={1}
              max={100}
              clampBehavior="none"
              allowDecimal={false}
              readOnly={isReadOnly}
              value={one.most}
              onChange={(typed) =>
                put(at, { ...one, most: typeof typed === 'number' ? typed : '' })
              }
            />
            <Text size="sm" mt={4}>
              items of the same
            </Text>
            <ColumnField value={one.column} onChange={(column) => put(at, { ...one, column })} />
          </div>
          {!isReadOnly && (
            <RemoveButton
              label={`Remove the limit on ${one.column}`}
              onClick={() => {
                put(at, undefined);
                adding.current?.focus();
              }}
            />
          )}
          {faultOf(`/diversity/${at}`) && (
            <Text size="xs" c="var(--mantine-color-error)" className={classes['fault']} data-fault>
              {faultOf(`/diversity/${at}`)}
            </Text>
          )}
        </div>
      ))}
      {!isReadOnly && diversity.length < diversityMax && (
        <Group>
          <Button
            ref={adding}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => put(diversity.length, { column: 'brand', most: 2 })}
          >
            Add limit
          </Button>
        </Group>
      )}
    </Section>
  );
}

export function Exploration({ rows: { exploration }, set }: Given) {
  const { isReadOnly, faultOf } = useRecipe();
  const field = (name: 'share' | 'among', label: string, description: string, factor: number) => (
    <NumberInput
      label={label}
      description={description}
      style={{ flex: '1 1 12rem' }}
      clampBehavior="none"
      allowDecimal={factor !== 1}
      {...(factor === 100 && { suffix: ' %' })}
      readOnly={isReadOnly}
      value={shown(exploration?.[name], factor)}
      error={faultOf(`/exploration/${name}`)}
      onChange={(typed) => {
        const value = typeof typed === 'number' ? Number((typed / factor).toFixed(6)) : '';
        set({ exploration: { share: 0.1, ...exploration, [name]: value } });
      }}
    />
  );
  return (
    <Section
      title="Exploration"
      about="Fills some slots by chance from the next best items, so that new items get seen."
    >
      <Stack gap="sm">
        <Checkbox
          label="Fill some slots by chance"
          disabled={isReadOnly}
          checked={exploration !== undefined}
          onChange={(event) =>
            set({
              exploration: event.currentTarget.checked ? { share: 0.1, among: 20 } : undefined,
            })
          }
        />
        {exploration && (
          <Group align="flex-start">
            {field('share', 'Share of slots', '10 %: one slot of ten.', 100)}
            {field('among', 'Among the next', 'How many of the next best; 2 to 100.', 1)}
          </Group>
        )}
      </Stack>
    </Section>
  );
}

const shown = (value: number | '' | undefined, factor: number) =>
  typeof value === 'number' ? Number((value * factor).toFixed(4)) : '';

// Items chosen by sku or by a part of their name: one, or several.
import { Autocomplete, TagsInput, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { itemOf, nameOf, skuOf } from '../../feeds/item-labels.ts';

interface Shared {
  readonly feedId: string | undefined;
  readonly label: string;
}

interface OneGiven extends Shared {
  readonly value: string;
  /** `isFound`: it is one that was offered, and not a part of what is still being typed. */
  readonly onChange: (sku: string, isFound: boolean) => void;
  readonly onBlur?: () => void;
  /** In a row of small fields, where the label is for those who listen. */
  readonly isSmall?: boolean;
  readonly isReadOnly?: boolean;
  readonly error?: string | undefined;
}

export function SkuField({ feedId, label, value, onChange, ...rest }: OneGiven) {
  const { isSmall = false, isReadOnly = false, error, onBlur } = rest;
  const found = useFound(feedId, value);
  return (
    <Autocomplete
      {...(isSmall ? { 'aria-label': label, flex: '1 1 8rem', miw: 0 } : { label })}
      size="xs"
      readOnly={isReadOnly}
      error={error}
      placeholder="A sku, or part of a name"
      data={[...found.keys()]}
      // What the service found is offered, by whatever it was found.
      filter={({ options }) => options}
      value={value}
      onChange={(sku) => onChange(sku, found.has(sku))}
      {...(onBlur && { onBlur })}
      spellCheck={false}
      maxLength={250}
      maxDropdownHeight={280}
      renderOption={({ option }) => <Found sku={option.value} name={found.get(option.value)} />}
    />
  );
}

interface SeveralGiven extends Shared {
  readonly value: readonly string[];
  readonly onChange: (skus: readonly string[]) => void;
}

export function SkusField({ feedId, label, value, onChange }: SeveralGiven) {
  const [typed, setTyped] = useState('');
  const found = useFound(feedId, typed);
  return (
    <TagsInput
      label={label}
      size="xs"
      placeholder={value.length === 0 ? 'Skus, Enter after each' : ''}
      data={[...found.keys()]}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...value]}
      onChange={onChange}
      maxTags={50}
      acceptValueOnBlur
      maxDropdownHeight={280}
      renderOption={({ option }) => <Found sku={option.value} name={found.get(option.value)} />}
    />
  );
}

function Found({ sku, name }: { sku: string; name: string | undefined }) {
  return (
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Text size="sm">{sku}</Text>
      {name !== undefined && name !== sku && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
    </div>
  );
}

/** Names by sku. */
function useFound(feedId: string | undefined, typed: string): ReadonlyMap<string, string> {
  const { name: site } = useSite();
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data } = useAnswer(
    consoleApi.listItems,
    { params: { site, feedId: feedId ?? '' }, query: { limit: '8', ...(q && { q }) } },
    { isWanted: feedId !== undefined, keepsPrevious: true },
  );
  return new Map(data?.items.map(itemOf).map((item) => [skuOf(item), nameOf(item)]));
}

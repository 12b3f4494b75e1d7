// What is typed to find rows of a table.
import { CloseButton, TextInput } from '@mantine/core';
import { Icon } from '../icons.tsx';
import classes from './data-table.module.css';
import type { TableStore } from './use-state.ts';

interface Given {
  readonly search: { readonly label: string; readonly placeholder: string };
  readonly q: string;
  readonly onChange: TableStore['onChange'];
}

export function SearchBox({ search: { label, placeholder }, q, onChange }: Given) {
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      type="search"
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        q !== '' && (
          <CloseButton aria-label="Clear the search" onClick={() => onChange({ q: '' })} />
        )
      }
      className={classes['search']}
      maxLength={200}
      value={q}
      onChange={(event) => onChange({ q: event.currentTarget.value })}
    />
  );
}

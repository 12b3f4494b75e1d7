// A row that asks whether a user is in an audience.
import { NativeSelect } from '@mantine/core';
import { useBuilder } from './builder-context.ts';
import classes from './rows.module.css';
import type { AudienceRow } from './rows.ts';

interface Given {
  readonly row: AudienceRow;
  readonly onChange: (row: AudienceRow) => void;
}

export function AudienceFields({ row, onChange }: Given) {
  const { audiences, isReadOnly } = useBuilder();
  const isKnown = row.id === null || audiences.some(({ id }) => id === row.id);
  return (
    <div className={classes['sentence']}>
      <NativeSelect
        aria-label="Is or is not in"
        size="xs"
        disabled={isReadOnly}
        value={String(row.isIn)}
        data={[
          { value: 'true', label: 'is in the audience' },
          { value: 'false', label: 'is not in the audience' },
        ]}
        onChange={(event) => onChange({ ...row, isIn: event.currentTarget.value === 'true' })}
      />
      <NativeSelect
        aria-label="Audience"
        size="xs"
        disabled={isReadOnly}
        style={{ gridColumn: 'span 2' }}
        value={String(row.id)}
        data={[
          ...(row.id === null ? [{ value: 'null', label: 'Choose one' }] : []),
          ...(isKnown ? [] : [{ value: String(row.id), label: `Audience ${row.id}` }]),
          ...audiences.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => onChange({ ...row, id: Number(event.currentTarget.value) })}
      />
    </div>
  );
}

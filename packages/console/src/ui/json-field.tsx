// A field for JSON: errors show line and column while it is typed.
import { Button, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatJson, parseTyped, sayFault } from '../json/fault.ts';

interface Given extends Pick<TextareaProps, 'minRows' | 'readOnly' | 'description'> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Nothing yet is no fault. */
  readonly isEmptyFine?: boolean;
  /** What the server says of it. */
  readonly error?: ReactNode;
}

export function JsonField({ label, isLabelHidden = false, value, onChange, ...rest }: Given) {
  const { error, minRows = 4, readOnly = false, description, isEmptyFine = false } = rest;
  const parsed = parseTyped(value);
  const formatted = parsed.fault === undefined ? formatJson(parsed.json) : value;
  const isEmpty = isEmptyFine && value.trim() === '';
  const fault = parsed.fault && !isEmpty ? sayFault(parsed.fault) : error;
  return (
    <div>
      <Textarea
        {...(isLabelHidden ? { 'aria-label': label } : { label, description })}
        autosize
        minRows={minRows}
        maxRows={24}
        spellCheck={false}
        readOnly={readOnly}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={fault}
      />
      {!readOnly && formatted !== value && (
        <Button size="compact-xs" variant="default" mt={6} onClick={() => onChange(formatted)}>
          Format
        </Button>
      )}
    </div>
  );
}

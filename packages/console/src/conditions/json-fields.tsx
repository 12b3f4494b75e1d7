// A part of a condition that rows cannot show: it stays the JSON that it is.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatJson, parseJson } from '../json/fault.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { JsonField } from '../ui/json-field.tsx';
import { useBuilder } from './builder-context.ts';
import type { JsonRow } from './rows.ts';

interface Given {
  readonly row: JsonRow;
  readonly onChange: (row: JsonRow) => void;
}

export function JsonFields({ row, onChange }: Given) {
  const { isReadOnly } = useBuilder();
  const [text, setText] = useState(() => formatJson(row.json));
  // What is typed may be no JSON yet; what came from elsewhere replaces it.
  const parsed = parseJson(text);
  const isSame =
    parsed.fault !== undefined || JSON.stringify(parsed.json) === JSON.stringify(row.json);
  const shown = isSame ? text : formatJson(row.json);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        This part has no form in words. It stays as it is written:
      </Text>
      {isReadOnly ? (
        <CodeBlock code={shown} what="this part" />
      ) : (
        <JsonField
          label="This part as JSON"
          isLabelHidden
          minRows={1}
          value={shown}
          onChange={(typed) => {
            setText(typed);
            const next = parseJson(typed);
            if (next.fault === undefined) onChange({ ...row, json: next.json });
          }}
        />
      )}
    </div>
  );
}

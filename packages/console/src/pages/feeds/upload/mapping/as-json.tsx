// The mapping as JSON, to be copied and pasted: the file that the command line reads.

import { checkMapping } from '@attune/core';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { parseTyped } from '../../../../json/fault.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ForDevelopers } from '../../../../ui/for-developers.tsx';
import { JsonField } from '../../../../ui/json-field.tsx';
import type { MappingFile } from '../mapping-draft.ts';

interface Given {
  readonly file: MappingFile;
  readonly isReadOnly: boolean;
  readonly onChange: (file: MappingFile) => void;
}

export function AsJson({ file, isReadOnly, onChange }: Given) {
  const written = JSON.stringify(file, null, 2);
  // While it is typed it may be no mapping; what the fields say comes in when it is left alone.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? written;
  const parsed = parseTyped(text);
  const checked = parsed.fault === undefined ? checkMapping(parsed.json) : undefined;
  const faults = checked && !checked.ok ? checked.faults : [];
  return (
    <ForDevelopers of="Mapping">
      <Stack gap="xs">
        <Text size="sm">
          The same file works with <code>attune feeds push --map</code>, uploads by API and pulls.
        </Text>
        <JsonField
          label="Mapping"
          value={text}
          readOnly={isReadOnly}
          onChange={setTyped}
          error={
            faults.length > 0 &&
            faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('. ')
          }
        />
        <Group gap="xs">
          <CopyButton text={text} what="the mapping" size="xs" />
          {typed !== undefined && (
            <>
              <Button
                size="xs"
                disabled={!checked?.ok}
                onClick={() => {
                  if (!checked?.ok || parsed.fault !== undefined) return;
                  onChange(parsed.json as MappingFile);
                  setTyped(undefined);
                }}
              >
                Use this mapping
              </Button>
              <Button size="xs" variant="default" onClick={() => setTyped(undefined)}>
                Discard edits
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </ForDevelopers>
  );
}

// The result of a test of a pull's source, and what it offers: a host key, a mapping.
import { Alert, Button, Checkbox, List, NativeSelect, Stack, Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';
import { ShopField } from '../upload/shop-field.tsx';
import type { PartGiven } from './draft.ts';

interface Given extends PartGiven {
  readonly result: Answer<'testPull'>;
  /** Another sheet is tested at once: it has other columns. */
  readonly onSheet: (sheet: string) => void;
}

export function Tested({ draft, set, result, onSheet }: Given) {
  const { isOk, detail, hostKey, detection } = result;
  const suggested = detection?.suggested.isBetter ? detection.suggestedMapping : undefined;
  return (
    <Alert
      color={isOk ? 'green' : 'red'}
      title={isOk ? 'The file can be read' : 'The file cannot be read'}
      role="status"
    >
      <Stack gap="xs" align="start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
        {hostKey !== null && hostKey !== draft.hostKey && (
          <Button size="xs" variant="default" onClick={() => set({ hostKey })}>
            Accept host key
          </Button>
        )}
        {hostKey !== null && hostKey === draft.hostKey && (
          <Text size="sm">Host key accepted. Test the source again, or save.</Text>
        )}
        {detection?.sheet !== undefined && (detection.sheets ?? []).length > 1 && (
          <NativeSelect
            label="Sheet"
            data={[...new Set([detection.sheet, ...(detection.sheets ?? [])])]}
            value={detection.sheet}
            onChange={(event) => onSheet(event.currentTarget.value)}
          />
        )}
        {detection && detection.warnings.length > 0 && (
          <List size="sm">
            {detection.warnings.map((warning) => (
              <List.Item key={warning} style={{ overflowWrap: 'anywhere' }}>
                {warning}
              </List.Item>
            ))}
          </List>
        )}
        {suggested !== undefined && (
          <Checkbox
            label="Map columns as suggested"
            checked={draft.mapping !== undefined}
            onChange={(event) =>
              set({ mapping: event.currentTarget.checked ? suggested : undefined })
            }
          />
        )}
        {draft.mapping !== undefined && (detection?.paths ?? []).length > 0 && (
          <ShopField
            base={(draft.mapping as { readonly base?: string }).base}
            onBase={(base) => {
              const { base: _, ...mapping } = draft.mapping as { readonly base?: string };
              set({ mapping: base === undefined ? mapping : { ...mapping, base } });
            }}
          />
        )}
      </Stack>
    </Alert>
  );
}

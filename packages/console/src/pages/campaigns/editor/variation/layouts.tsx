// How the form of a payload is laid out: fields below one another, objects and lists in frames.
import { Button, Fieldset, Group, Paper, Stack, Text } from '@mantine/core';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  TemplatesType,
  UnsupportedFieldProps,
} from '@rjsf/utils';
import { Icon } from '../../../../ui/icons.tsx';
import { OrderButtons } from '../../../../ui/order-buttons.tsx';

/** What the form tells its parts, as the form library hands it on. */
export interface FormTools {
  /** Adds an entry to the list at a place, as its schema begins. */
  readonly append: (path: readonly (string | number)[], itemSchema: unknown) => void;
}

/** Fields have labels and errors of their own. */
const FieldLayout = ({ children, hidden }: FieldTemplateProps) =>
  hidden ? <div hidden>{children}</div> : children;

function ObjectLayout({ title, description, properties, fieldPathId }: ObjectFieldTemplateProps) {
  const content = (
    <Stack gap="sm">
      {properties.map((one) => (
        <div key={one.name}>{one.content}</div>
      ))}
    </Stack>
  );
  if (fieldPathId.path.length === 0) return content;
  return (
    <Fieldset legend={title} style={{ flex: 1, minWidth: 0 }}>
      {description && (
        <Text size="xs" c="dimmed" mb="xs">
          {description}
        </Text>
      )}
      {content}
    </Fieldset>
  );
}

function ListLayout(given: ArrayFieldTemplateProps) {
  const { title, items, canAdd, readonly, registry, fieldPathId, schema, rawErrors } = given;
  const { append } = registry.formContext as FormTools;
  return (
    <Fieldset legend={title}>
      <Stack gap="xs">
        {schema.description && (
          <Text size="xs" c="dimmed">
            {schema.description}
          </Text>
        )}
        {items}
        {rawErrors && rawErrors.length > 0 && (
          <Text size="sm" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
            {rawErrors.join('. ')}
          </Text>
        )}
        {canAdd && !readonly && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => append(fieldPathId.path, schema.items)}
            >
              Add to {title}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

function EntryLayout(given: ArrayFieldItemTemplateProps) {
  const { children, index, totalItems, readonly, buttonsProps } = given;
  const { onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  return (
    <Paper withBorder p="xs">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
        {!readonly && (
          <OrderButtons
            name={`entry ${index + 1}`}
            remove="Remove"
            isFirst={index === 0}
            isLast={index === totalItems - 1}
            onMove={(by) => (by < 0 ? onMoveUpItem() : onMoveDownItem())}
            onRemove={() => onRemoveItem()}
          />
        )}
      </Group>
    </Paper>
  );
}

const NotInForm = ({ schema }: UnsupportedFieldProps) => (
  <Text size="sm" c="dimmed">
    {schema.title ?? 'This part'} has no form. Edit it in the JSON.
  </Text>
);

export const layouts: Partial<TemplatesType> = {
  FieldTemplate: FieldLayout,
  ObjectFieldTemplate: ObjectLayout,
  ArrayFieldTemplate: ListLayout,
  ArrayFieldItemTemplate: EntryLayout,
  UnsupportedFieldTemplate: NotInForm,
};

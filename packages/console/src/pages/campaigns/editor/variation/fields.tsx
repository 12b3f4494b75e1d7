// The fields of a payload's form, by the type and the format that its schema gives them.
import {
  Autocomplete,
  ColorInput,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import { useVocabulary } from '../../../../conditions/use-vocabulary.ts';
import { Picture } from '../../../feeds/picture.tsx';
import { hexOfColour } from './css-colour.ts';
import { ProductField } from './product-field.tsx';

/** What every field is given of its schema. */
const sharedOf = ({
  id,
  label,
  hideLabel,
  schema,
  required,
  readonly,
  rawErrors,
}: WidgetProps) => ({
  id,
  ...(hideLabel ? { 'aria-label': label } : { label, description: schema.description }),
  required: required ?? false,
  readOnly: readonly ?? false,
  error: rawErrors && rawErrors.length > 0 ? rawErrors.join('. ') : undefined,
});

/** Nothing typed is a member that is not there, unless it has to be. */
const typed = ({ onChange, required }: WidgetProps, text: string) =>
  onChange(text === '' && !required ? undefined : text);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function TextField(given: WidgetProps) {
  const { schema, value, onChange } = given;
  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <NumberInput
        {...sharedOf(given)}
        allowDecimal={schema.type === 'number'}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    );
  }
  return (
    <TextInput
      {...sharedOf(given)}
      value={textOf(value)}
      onChange={(event) => typed(given, event.currentTarget.value)}
    />
  );
}

function LongTextField(given: WidgetProps) {
  return (
    <Textarea
      {...sharedOf(given)}
      autosize
      minRows={2}
      maxRows={12}
      value={textOf(given.value)}
      onChange={(event) => typed(given, event.currentTarget.value)}
    />
  );
}

function LinkField(given: WidgetProps) {
  return (
    <TextInput
      {...sharedOf(given)}
      inputMode="url"
      placeholder="https:// or /page"
      spellCheck={false}
      value={textOf(given.value)}
      onChange={(event) => typed(given, event.currentTarget.value.trim())}
    />
  );
}

function ImageField(given: WidgetProps) {
  const address = textOf(given.value);
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        {...sharedOf(given)}
        style={{ flex: 1, minWidth: 0 }}
        inputMode="url"
        placeholder="https://"
        spellCheck={false}
        value={address}
        onChange={(event) => typed(given, event.currentTarget.value.trim())}
      />
      <Picture item={{ image_url: address }} size={36} />
    </Group>
  );
}

/** A name of CSS becomes hex once it is typed: `blue` may still become `blueviolet`. */
function ColourField(given: WidgetProps) {
  const value = textOf(given.value);
  const settle = () => {
    const hex = given.readonly ? undefined : hexOfColour(value);
    if (hex !== undefined) given.onChange(hex);
  };
  return (
    <ColorInput
      {...sharedOf(given)}
      format="hex"
      fixOnBlur={false}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      placeholder="#1a2b3c or a name such as pink"
      value={value}
      onChange={(text) => typed(given, text)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  );
}

function SwitchField(given: WidgetProps) {
  const { readOnly, required: _always, ...shared } = sharedOf(given);
  return (
    <Switch
      {...shared}
      disabled={readOnly}
      checked={given.value === true}
      onChange={(event) => given.onChange(event.currentTarget.checked)}
    />
  );
}

/** Options are chosen by their place: their values may be of any kind. */
function ChoiceField(given: WidgetProps) {
  const { options, value, onChange, multiple, required } = given;
  const { readOnly, ...shared } = sharedOf(given);
  const choices = options.enumOptions ?? [];
  const placeOf = (one: unknown) =>
    String(choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(one)));
  const data = choices.map(({ label }, at) => ({ value: String(at), label }));
  if (multiple) {
    return (
      <MultiSelect
        {...shared}
        readOnly={readOnly}
        data={data}
        value={Array.isArray(value) ? value.map(placeOf) : []}
        onChange={(places) => onChange(places.map((at) => choices[Number(at)]?.value))}
      />
    );
  }
  const isOpen = value === undefined || placeOf(value) === '-1';
  return (
    <NativeSelect
      {...shared}
      disabled={readOnly}
      data={isOpen || !required ? [{ value: '-1', label: 'Choose one' }, ...data] : data}
      value={isOpen ? '-1' : placeOf(value)}
      onChange={(event) => onChange(choices[Number(event.currentTarget.value)]?.value)}
    />
  );
}

function Product(given: WidgetProps) {
  const { label, readOnly, error } = { label: given.label, ...sharedOf(given) };
  return (
    <ProductField
      {...{ label, isReadOnly: readOnly, error }}
      value={textOf(given.value)}
      onChange={(sku) => typed(given, sku)}
    />
  );
}

/** Offers the categories that visitors like. */
function CategoryField(given: WidgetProps) {
  const { fields: all } = useVocabulary();
  const known = all.find(({ path }) => path === 'affinity.categories.*.rank')?.values ?? [];
  return (
    <Autocomplete
      {...sharedOf(given)}
      data={[...known]}
      value={textOf(given.value)}
      onChange={(text) => typed(given, text)}
      maxDropdownHeight={240}
    />
  );
}

/** By the names that the form library has for types, and by format. */
export const fields: RegistryWidgetsType = {
  TextWidget: TextField,
  EmailWidget: TextField,
  URLWidget: LinkField,
  UpDownWidget: TextField,
  TextareaWidget: LongTextField,
  CheckboxWidget: SwitchField,
  SelectWidget: ChoiceField,
  RadioWidget: ChoiceField,
  CheckboxesWidget: ChoiceField,
  'long-text': LongTextField,
  link: LinkField,
  uri: LinkField,
  image: ImageField,
  colour: ColourField,
  product: Product,
  category: CategoryField,
};

// The fields by which people know a thing: its name, and what teammates note about it.
import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

interface Typed {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

interface NameGiven extends Omit<TextInputProps, keyof Typed>, Typed {
  readonly ref?: Ref<HTMLInputElement>;
}

export function NameField({ onChange, ...given }: NameGiven) {
  return (
    <TextInput
      label="Name"
      withAsterisk={false}
      maxLength={200}
      {...given}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function NotesField({ onChange, ...given }: Omit<TextareaProps, keyof Typed> & Typed) {
  return (
    <Textarea
      label="Notes"
      autosize
      minRows={1}
      maxRows={10}
      maxLength={2_000}
      {...given}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface Form<Member extends string> {
  readonly draft: { readonly [Name in Member]?: string | undefined };
  readonly set: (part: { readonly [Name in Member]?: string | undefined }) => void;
  readonly faultOf: (pointer: string) => string | undefined;
  readonly isReadOnly: boolean;
}

/** A text of a form's draft, as its field takes it. */
export function fieldOf<Member extends string>(
  { draft, set, faultOf, isReadOnly }: Form<Member>,
  member: Member,
) {
  return {
    value: draft[member] ?? '',
    error: faultOf(`/${member}`),
    readOnly: isReadOnly,
    onChange: (text: string) => set({ [member]: text } as Parameters<typeof set>[0]),
  };
}

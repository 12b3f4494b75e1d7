// Forms: what was typed, by the names of the fields.
import type { CSSProperties, FormEvent } from 'react';

/** Sends nothing anywhere; hands over what was typed, without the spaces around it. */
export function onSubmit(take: (field: (name: string) => string) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    take((name) => String(typed.get(name) ?? '').trim());
  };
}

/** Of a form whose fields can be read and not changed: they are to be read well. */
export const readable = {
  '--mantine-color-disabled-color': 'var(--mantine-color-text)',
} as CSSProperties;

/** Leads to the first field of a form that has a fault. */
export function showFault(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

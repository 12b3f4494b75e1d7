// Forms: what was typed, by the names of the fields.
import type { FormEvent } from 'react';

/** Sends nothing anywhere; hands over what was typed, without the spaces around it. */
export function onSubmit(take: (field: (name: string) => string) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    take((name) => String(typed.get(name) ?? '').trim());
  };
}

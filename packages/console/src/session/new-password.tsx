// The field of a password that is being chosen.
import { PasswordInput } from '@mantine/core';

/** `name` is `password`; bounds as the service has them. */
export function NewPassword({ label, fault }: { label: string; fault: string | undefined }) {
  return (
    <PasswordInput
      name="password"
      label={label}
      description="12 characters or more; a few words are good."
      autoComplete="new-password"
      minLength={12}
      maxLength={128}
      required
      withAsterisk={false}
      error={fault}
    />
  );
}

// The fields of what a teammate may do on a site.
import { type Membership, type Role, roles } from '@attune/contract';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useSite } from '../../shell/site-context.ts';

const about: Readonly<Record<Role, string>> = {
  Viewer: 'Looks at users, live traffic, status and settings.',
  Editor: 'As a Viewer; keys, settings and teammates stay with Admins.',
  Admin: 'Also invites and changes teammates, changes the site, and sees API keys.',
};

interface Given {
  readonly value: Membership;
  readonly onChange: (value: Membership) => void;
}

/** A teammate can only give what they have themselves; the service checks it, too. */
export function MembershipFields({ value, onChange }: Given) {
  const { codeEditing: mayGiveCodeEditing } = useSite();
  return (
    <Stack gap="md">
      <Radio.Group
        label="Role"
        value={value.role}
        onChange={(role) => onChange({ ...value, role: role as Role })}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={role} description={about[role]} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label="Code editing"
        description={
          mayGiveCodeEditing
            ? 'With the role Admin: creates, changes and deletes API keys.'
            : 'You have it not yourself, so you cannot give it.'
        }
        disabled={!mayGiveCodeEditing}
        checked={value.codeEditing}
        onChange={(event) => onChange({ ...value, codeEditing: event.currentTarget.checked })}
      />
    </Stack>
  );
}

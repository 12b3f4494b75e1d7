// The fields of what a teammate may do on a site, with what that is.
import { isCodeEditingOf, type Membership, type Role, roles } from '@attune/contract';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useSite } from '../../shell/site-context.ts';
import { AddedTasks } from './role-tasks.tsx';

interface Given {
  readonly value: Membership;
  readonly onChange: (value: Membership) => void;
}

const about: Readonly<Record<Role, string>> = {
  Viewer: 'For people who read results',
  Editor: 'For people who build campaigns and load feeds',
  Admin: 'For people who run the site and its team',
};

/** A teammate can only give what they have themselves; the service checks it, too. */
export function MembershipFields({ value, onChange }: Given) {
  const { codeEditing: mayGiveCodeEditing } = useSite();
  const choose = (role: Role) => {
    const codeEditing = value.codeEditing && isCodeEditingOf(role, consoleApi);
    onChange({ role, codeEditing });
  };
  return (
    <Stack gap="md">
      <Radio.Group label="Role" value={value.role} onChange={(role) => choose(role as Role)}>
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={role} description={about[role]} />
          ))}
        </Stack>
      </Radio.Group>
      {isCodeEditingOf(value.role, consoleApi) && (
        <Checkbox
          label="Code editing"
          {...(!mayGiveCodeEditing && {
            description: 'Only Admins with code editing can allow it.',
          })}
          disabled={!mayGiveCodeEditing}
          checked={value.codeEditing}
          onChange={(event) => onChange({ ...value, codeEditing: event.currentTarget.checked })}
        />
      )}
      <AddedTasks value={value} />
    </Stack>
  );
}

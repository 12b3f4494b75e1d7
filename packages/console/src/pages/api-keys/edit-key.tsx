// Changing a key's name, notes, permissions and restrictions.
import type { Permission } from '@attune/contract';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { changeOf, draftOf } from './draft.ts';
import { KeyDialog } from './key-dialog.tsx';
import { KeyForm } from './key-form.tsx';

interface Given {
  readonly id: string;
  readonly offered: readonly Permission[];
  readonly onClose: () => void;
}

export function EditKey({ id, offered, onClose }: Given) {
  const { name: site } = useSite();
  const [search] = useSearchParams();
  /** Put forward by the adviser. */
  const without = search.get('without')?.split(',') ?? [];
  const change = useChange(consoleApi.changeKey, [consoleApi.listKeys, consoleApi.readKey]);
  return (
    <KeyDialog
      id={id}
      title={({ key }) => `Edit ${key.name}`}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {({ key }) => (
        <KeyForm
          start={draftOf({
            ...key,
            permissions: key.permissions.filter((permission) => !without.includes(permission)),
          })}
          offered={offered}
          isNew={false}
          isBusy={change.isPending}
          error={change.error}
          onCancel={onClose}
          onSave={(draft) =>
            change.mutate(
              { params: { site, id }, body: changeOf(draft, key) },
              { onSuccess: onClose },
            )
          }
        />
      )}
    </KeyDialog>
  );
}

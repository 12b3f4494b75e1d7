// New Key: name, notes, source, permissions; Save; then the value in plain text.
import type { Permission } from '@attune/contract';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { creationOf, emptyDraft } from './draft.ts';
import { KeyForm } from './key-form.tsx';
import { ValueShown } from './value-shown.tsx';

interface Given {
  readonly offered: readonly Permission[];
  readonly onClose: () => void;
}

export function NewKey({ offered, onClose }: Given) {
  const { name: site } = useSite();
  const create = useChange(consoleApi.createKey, [consoleApi.listKeys]);
  const [isShownOnce, setIsShownOnce] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={create.data ? `Key ${create.data.key.name} created` : 'New Key'}
      // What was typed, and a value shown once, is not lost by a click beside it.
      closeOnClickOutside={false}
      closeOnEscape={!create.data}
    >
      {create.data ? (
        <ValueShown
          apiKey={create.data.key}
          value={create.data.value}
          isShownOnce={isShownOnce}
          onClose={onClose}
        />
      ) : (
        <KeyForm
          start={emptyDraft}
          offered={offered}
          isNew
          isBusy={create.isPending}
          error={create.error}
          onCancel={onClose}
          onSave={(draft) => {
            setIsShownOnce(draft.isShownOnce);
            create.mutate({ params: { site }, body: creationOf(draft) });
          }}
        />
      )}
    </Dialog>
  );
}

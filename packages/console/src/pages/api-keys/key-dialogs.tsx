// Which dialog is open, as the address says: `?new`, `?key=`, `?edit=`, `?rotate=`, `?delete=`.
import type { Permission } from '@attune/contract';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { DeleteKey } from './delete-key.tsx';
import { EditKey } from './edit-key.tsx';
import { KeyDetails } from './key-details.tsx';
import { NewKey } from './new-key.tsx';
import { RotateKey } from './rotate-key.tsx';

interface Given {
  readonly offered: readonly Permission[];
}

export function KeyDialogs({ offered }: Given) {
  const mayChange = useMay(consoleApi.createKey);
  const [search, setSearch] = useSearchParams();
  const onClose = () => setSearch('', { replace: true });
  const named = (verb: string) => search.get(verb);
  const shownId = named('key');
  if (shownId) return <KeyDetails key={shownId} id={shownId} onClose={onClose} />;
  if (!mayChange) return null;
  if (search.has('new')) return <NewKey offered={offered} onClose={onClose} />;
  const editId = named('edit');
  if (editId) return <EditKey key={editId} id={editId} offered={offered} onClose={onClose} />;
  const rotateId = named('rotate');
  if (rotateId) return <RotateKey id={rotateId} onClose={onClose} />;
  const deleteId = named('delete');
  if (deleteId) return <DeleteKey id={deleteId} onClose={onClose} />;
  return null;
}

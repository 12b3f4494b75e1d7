// Changing a teammate's edits of a person's affinity; what shows them is requested again.
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import type { PersonName } from './look-up.tsx';

export interface Edit {
  readonly property: string;
  readonly value?: string;
  readonly action: 'set' | 'boost' | 'mute';
  readonly amount?: number;
}

const stale = [consoleApi.readUserAffinity, consoleApi.readUser, consoleApi.listAudit];

/** Edits of one place: a property, or a value of it. */
export function useEdit(name: PersonName) {
  const site = useSite();
  const changing = useChange(consoleApi.editUserAffinity, stale);
  const asked = { params: { site: site.name }, query: name };
  return {
    mayEdit: useMay(consoleApi.editUserAffinity),
    isBusy: changing.isPending,
    error: changing.error,
    set: (edit: Edit, onDone?: () => void) =>
      changing.mutate({ ...asked, body: { set: [edit] } }, { onSuccess: () => onDone?.() }),
    remove: (place: Pick<Edit, 'property' | 'value'>, onDone?: () => void) =>
      changing.mutate({ ...asked, body: { remove: [place] } }, { onSuccess: () => onDone?.() }),
  };
}

// The key under which an unsaved draft is kept while other pages are open.
import { keyOfDraft } from '../../../versioned/draft-key.ts';

export const draftKey = (site: string, id: number) => keyOfDraft('campaign', site, id);

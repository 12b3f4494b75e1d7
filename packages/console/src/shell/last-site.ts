// The site that was looked at last, so that the console opens with it.
import { storedText } from '../ui/stored.ts';

export const lastSite = storedText('attune-last-site');

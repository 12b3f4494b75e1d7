// The names of all that a site has, read once for each revision of it.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectCachedKeys } from '../../access/api-keys/index.ts';
import { selectTitles } from '../../configuration/versioned-objects/index.ts';
import { metricKind } from '../../experiences/metrics/index.ts';
import { templateKind } from '../../experiences/templates/index.ts';
import { type Named, namedOf } from './find-named.ts';

/** Of so many sites the names are held; of others they are read again. */
const sitesMax = 100;

const kinds = [
  'campaign',
  'audience',
  'template',
  'strategy',
  'metric',
  'layer',
  'holdout',
] as const;

interface Held {
  readonly revision: number;
  readonly names: Promise<readonly Named[]>;
}

/** A function that gives the names of a site, held until the site changes. */
export function openNames({ db }: Pick<Context, 'db'>) {
  const held = new Map<number, Held>();

  async function read({ site, feeds }: SiteSnapshot): Promise<readonly Named[]> {
    const [objects, keys] = await Promise.all([
      selectTitles(db, site.id, kinds),
      selectCachedKeys(db, [site.id]),
    ]);
    return [
      ...objects.map(({ kind, id, title, name }) =>
        namedOf(kind, id, title, kind === 'campaign' ? name : ''),
      ),
      ...(metricKind.builtIn ?? []).map(({ id, name }) => namedOf('metric', id, name)),
      ...(templateKind.builtIn ?? []).map(({ id, name }) => namedOf('template', id, name)),
      ...feeds.map(({ id, name }) => namedOf('feed', id, name)),
      ...keys.map(({ id, name, source }) => namedOf('key', id, name, source)),
    ];
  }

  return (snapshot: SiteSnapshot): Promise<readonly Named[]> => {
    const { id, revision } = snapshot.site;
    const known = held.get(id);
    held.delete(id);
    const names = known?.revision === revision ? known.names : read(snapshot);
    held.set(id, { revision, names });
    // What could not be read is read again.
    names.catch(() => held.delete(id));
    for (const oldest of held.keys()) if (held.size > sitesMax) held.delete(oldest);
    return names;
  };
}

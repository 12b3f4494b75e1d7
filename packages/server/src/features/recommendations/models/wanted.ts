// Which models a node will need: those that live campaigns recommend by.
import type { SiteSnapshot } from '../../../context.ts';

/** A snapshot is replaced when anything of its site changes, and read every second. */
const cached = new WeakMap<SiteSnapshot, readonly string[]>();

/**
 * The keys of the models that a site's live campaigns recommend by, and of popularity, which fills
 * what they leave empty. None where no campaign recommends.
 */
export function wantedModels(snapshot: SiteSnapshot): readonly string[] {
  let keys = cached.get(snapshot);
  if (!keys) {
    keys = [...keysOf(snapshot)].filter((key) => snapshot.models.has(key));
    cached.set(snapshot, keys);
  }
  return keys;
}

function keysOf({ campaignsById, strategies, popularityKeys }: SiteSnapshot): Set<string> {
  const live = [...campaignsById.values()].filter(({ status }) => status === 'live');
  const definitions = live.flatMap(({ published }) => published?.definition ?? []);
  const payloads = definitions
    .filter(({ type = 'custom' }) => type !== 'custom')
    .flatMap(({ experiences }) => experiences)
    .flatMap(({ variations }) => variations)
    .map(({ payload }) => payload as { readonly strategy?: number } | null);
  const used = new Set(payloads.flatMap((payload) => payload?.strategy ?? []));
  if (used.size === 0) return new Set();
  const steps = [...used].flatMap((id) => strategies.get(id)?.steps ?? []);
  return new Set([...steps.flatMap(({ key }) => key ?? []), ...popularityKeys.slice(0, 1)]);
}

// One campaign's part of an export: itself, and the audiences, layer it refers to.
import type { Answer } from '../../api/endpoints.ts';
import { audiencesIn } from '../../conditions/references.ts';

type Files = Answer<'exportExperiences'>;

/** What of all files a campaign needs on another site, found by its selector. */
export function filesOf(all: Files, selector: string): Files {
  const campaigns = (all.campaigns ?? []).filter((one) => one.selector === selector);
  const layers = (all.layers ?? []).filter(({ name }) =>
    campaigns.some(({ layer }) => layer?.name === name),
  );
  const audiences = audiencesOf(all, campaigns);
  return {
    ...(audiences.length > 0 && { audiences }),
    ...(layers.length > 0 && { layers }),
    campaigns,
  };
}

/** Audiences refer to audiences, never in a circle. */
function audiencesOf({ audiences = [] }: Files, from: unknown) {
  const needed = new Set<unknown>();
  const waiting = [from];
  while (waiting.length > 0) {
    for (const name of conditionsIn(waiting.pop())) {
      if (needed.has(name)) continue;
      needed.add(name);
      waiting.push(audiences.find((one) => one.name === name)?.condition);
    }
  }
  return audiences.filter(({ name }) => needed.has(name));
}

/** Payloads may look like conditions, and are none. */
function conditionsIn(json: unknown): ReadonlySet<unknown> {
  if (!Array.isArray(json)) return audiencesIn(json);
  return audiencesIn(
    (json as NonNullable<Files['campaigns']>).map(({ experiences }) =>
      experiences.map(({ targeting }) => targeting),
    ),
  );
}

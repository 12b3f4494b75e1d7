// Writes a built model as a version, with its info.
import { encodeModel, type Model } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import type { ModelFacts } from '../facts.ts';
import type { Costs } from './costs.ts';
import { coverageOf } from './coverage.ts';
import { insertVersion } from './store.ts';
import type { Task, TaskMessage } from './task.ts';

export interface Made extends Pick<ModelFacts, 'data' | 'mark'> {
  readonly key: string;
  /** The feed of the coverage; undefined: the site has no feed. */
  readonly feed: string | undefined;
  readonly model: Model;
  readonly costs: Costs;
}

/** Writes a version, which is not used until the message about it is handled. */
export async function writeVersion(
  db: Db,
  { siteId, now }: Task,
  { key, feed, model, data, mark, costs }: Made,
): Promise<TaskMessage> {
  const bytes = encodeModel(model);
  const coverage = feed === undefined ? null : await coverageOf(db, siteId, feed, model);
  const facts: ModelFacts = {
    ...costs.read(),
    kind: model.kind,
    items: model.skus.length,
    pairs: model.kind === 'neighbours' ? model.neighbours.length : 0,
    ...{ data, coverage, mark },
  };
  const version = await insertVersion(db, siteId, key, { bytes, builtAt: new Date(now), facts });
  return { type: 'built', key, version, facts };
}

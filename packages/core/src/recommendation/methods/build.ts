// Which way each method that learns from interactions becomes a model.

import type { InteractionBlock } from '../interactions/block.ts';
import type { LearningMethod } from '../method-table.ts';
import type { BuildOptions, BuiltModel, ModelBuilder } from './builder.ts';
import { startCollaborative } from './collaborative.ts';
import { startRanking } from './rank.ts';
import { startTogether } from './together.ts';

/** Starts to build a method's model of interactions. */
export function startBuild(method: LearningMethod, options: BuildOptions): ModelBuilder {
  switch (method.type) {
    case 'popularity':
    case 'trending':
      return startRanking(method, options);
    case 'viewed-together':
    case 'bought-together':
      return startTogether(method, options);
    case 'collaborative':
      return startCollaborative(method, options);
  }
}

/** Builds a method's model of interactions; `startBuild` is for blocks that must be awaited. */
export function buildModel(
  method: LearningMethod,
  blocks: Iterable<InteractionBlock>,
  options: BuildOptions,
): BuiltModel {
  const builder = startBuild(method, options);
  for (const block of blocks) builder.add(block);
  return builder.finish();
}

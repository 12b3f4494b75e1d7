// How a model is built: input, progress, and the memory that it may take.

import type { InteractionBlock } from '../interactions/block.ts';
import type { Model } from '../model.ts';

/** What building may take by default, in bytes. */
export const defaultMemoryLimit = 1_000_000_000;

/** How a model is built. */
export interface BuildOptions {
  /** Milliseconds since the epoch; ages are counted in UTC days back from its day. */
  readonly now: number;
  /** Bytes that building may take beside the blocks; absent: 1 GB. More is `ModelTooLarge`. */
  readonly memoryLimit?: number;
  /** Called with the share that is done, from 0 to 1, some hundred times at most. */
  readonly onProgress?: (share: number) => void;
}

/** What a model was made of, for its card. */
export interface Counted {
  /** Rows within the window and of the method's kind. */
  readonly events: number;
  /** Days with such rows. */
  readonly days: number;
  /** Users, or sessions or baskets, whose items were counted. */
  readonly units: number;
  /** Those left out because no person does so much. */
  readonly leftOut: number;
  /** Items that the model knows. */
  readonly items: number;
}

export interface BuiltModel {
  readonly model: Model;
  readonly counted: Counted;
}

/** A model that is being built of days as they are read. */
export interface ModelBuilder {
  /**
   * Days come in any order, and those outside the window are skipped. A day may come in several
   * blocks if each user is in one of them alone. The block is not kept.
   */
  readonly add: (block: InteractionBlock) => void;
  /** Once, behind the last block. */
  readonly finish: () => BuiltModel;
}

/** The same options with what is left of the memory while so many bytes are taken. */
export function withTaken<Options extends Pick<BuildOptions, 'memoryLimit'>>(
  options: Options,
  takenBytes: number,
): Options {
  const { memoryLimit = defaultMemoryLimit } = options;
  return { ...options, memoryLimit: memoryLimit - takenBytes };
}

/** Throws where building needs more than it may take. */
export function demandMemory(
  neededBytes: number,
  { memoryLimit = defaultMemoryLimit }: Pick<BuildOptions, 'memoryLimit'>,
): void {
  if (neededBytes > memoryLimit) throw new ModelTooLarge(neededBytes, memoryLimit);
}

/** Building would take more memory than it may; nothing was built. */
export class ModelTooLarge extends Error {
  readonly neededBytes: number;
  readonly limitBytes: number;

  constructor(neededBytes: number, limitBytes: number) {
    const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
    super(
      `The model needs ${megabytes(neededBytes)} to build and may take ${megabytes(limitBytes)}; ` +
        'a shorter window or fewer neighbours need less.',
    );
    this.neededBytes = neededBytes;
    this.limitBytes = limitBytes;
  }
}

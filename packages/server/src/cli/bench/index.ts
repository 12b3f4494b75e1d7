// attune bench ...
import type { Command } from 'commander';
import { group } from '../command.ts';
import { benchRecommend } from './recommend.ts';

/** The commands that measure. */
export const benchCommands: Command = group('bench', 'Measure on data of your own.', [
  benchRecommend,
]);

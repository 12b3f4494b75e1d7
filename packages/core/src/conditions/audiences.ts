// Knows how `$audience` is resolved: once for each audience, shared by all who refer to it.

import type { ConditionOptions, ConditionTest } from './condition.ts';
import type { PathReader } from './path.ts';

/** A condition made ready to be asked; with a fault it never matches, whatever stands around it. */
export interface CompiledCondition {
  readonly test: ConditionTest;
  /** The attributes that it may ask for, those of its audiences among them; each once. */
  readonly reads: readonly PathReader[];
  /** Why it can never match, for any user. */
  readonly fault?: string;
}

type Compile = (json: unknown, options: ConditionOptions) => CompiledCondition;

interface Memory {
  savedGroups: ConditionOptions['savedGroups'];
  resolved: Map<number, CompiledCondition | 'resolving'>;
}

const memories = new WeakMap<ReadonlyMap<number, unknown>, Memory>();

/**
 * Compiles the audience that `id` names, or answers the one compiled before for the same map.
 *
 * Unknown audiences and those that lead back to themselves come with a fault, and so does every
 * audience that refers to such a one.
 */
export function resolveAudience(
  id: unknown,
  options: ConditionOptions,
  compile: Compile,
): CompiledCondition {
  const { audiences } = options;
  if (typeof id !== 'number') return broken('an audience is named by its id, a number');
  if (!audiences?.has(id)) return broken(`audience ${id} is unknown`);
  const { resolved } = memoryOf(audiences, options.savedGroups);
  const known = resolved.get(id);
  if (known === 'resolving') return broken(`audience ${id} leads back to itself`);
  if (known !== undefined) return known;
  resolved.set(id, 'resolving');
  const compiled = compile(audiences.get(id), options);
  const answer =
    compiled.fault === undefined
      ? compiled
      : broken(`audience ${id} can never match: ${compiled.fault}`);
  resolved.set(id, answer);
  return answer;
}

function memoryOf(audiences: ReadonlyMap<number, unknown>, savedGroups: Memory['savedGroups']) {
  const known = memories.get(audiences);
  if (known !== undefined && known.savedGroups === savedGroups) return known;
  const memory: Memory = { savedGroups, resolved: new Map() };
  memories.set(audiences, memory);
  return memory;
}

function broken(fault: string): CompiledCondition {
  return { test: () => false, reads: [], fault };
}

// What is wrong with the service though it answers, as `/readyz` says it.

/** Why the service is degraded, in sentences for operators; empty where nothing is wrong. */
export interface Health {
  reasons: readonly string[];
}

export const createHealth = (): Health => ({ reasons: [] });

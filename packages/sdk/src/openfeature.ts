// OpenFeature: a bulk evaluation records no exposures, so the first use of a flag does.
import type { Client } from './client.ts';

/** What is used of OpenFeature's types, which are the same on servers and in browsers. */
interface HookContext {
  readonly context?: { readonly targetingKey?: string };
}
interface Evaluation {
  readonly flagMetadata?: Readonly<Record<string, unknown>>;
}

export interface FirstUseHook {
  readonly after: (context: HookContext, evaluation: Evaluation) => void;
}

/** A server sees decisions without end; of older ones, a repeated report changes nothing. */
const mostRemembered = 10_000;

/**
 * A hook that reports an impression of each decision the first time that its flag is read:
 * `OpenFeature.addHooks(creditFirstUse(client))`. It never delays or fails an evaluation.
 */
export function creditFirstUse(client: Pick<Client, 'engagement'>): FirstUseHook {
  const credited = new Set<string>();
  return {
    after: ({ context }, { flagMetadata }) => {
      const decisionId = flagMetadata?.['decisionId'];
      if (typeof decisionId !== 'string' || credited.has(decisionId)) return;
      credited.add(decisionId);
      if (credited.size > mostRemembered) credited.delete(credited.values().next().value ?? '');
      const id = context?.targetingKey;
      const engagements = [{ type: 'IMP' as const, decisionId }];
      const reported = client.engagement(
        { ...(id && { user: { id } }), engagements },
        { keepalive: true },
      );
      // Where it could not be reported, the next use tries again.
      const forget = () => void credited.delete(decisionId);
      reported.then(({ error }) => error && forget(), forget);
    },
  };
}

// From OpenFeature's evaluation context to the request of choose that it stands for.
import type { FlagsInput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';

type EvaluationContext = FlagsInput['context'];

const ofUser = new Set(['cuid', 'cuidType', 'accounts', 'token', 'active_consent_accepted']);
const groups = new Set(['page', 'device', 'geo']);

/**
 * The `user` and `context` of a request of choose, still to be read as those are. Throws
 * `targeting_key_missing`.
 */
export function chooseRequestOf({ targetingKey, ...members }: EvaluationContext) {
  if (!targetingKey) {
    const detail = 'context.targetingKey is missing: set it to the id of the user.';
    throw new ApiError('targeting_key_missing', detail);
  }
  const user: [string, unknown][] = [['id', targetingKey]];
  const context = new Map<string, [string, unknown][]>();
  const pageAttributes: [string, unknown][] = [];
  for (const [name, value] of Object.entries<unknown>(members)) {
    const dot = name.indexOf('.');
    const group = dot < 0 ? name : name.slice(0, dot);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (ofUser.has(name)) user.push([name, value]);
    else if (groups.has(group) && (dot > 0 || isObject)) {
      const parts = isObject && dot < 0 ? Object.entries(value) : [[name.slice(dot + 1), value]];
      context.set(group, [...(context.get(group) ?? []), ...(parts as [string, unknown][])]);
    } else pageAttributes.push([name, value]);
  }
  const inGroups = [...context].map(([group, parts]) => [group, Object.fromEntries(parts)]);
  return {
    user: Object.fromEntries(user),
    context: {
      ...Object.fromEntries(inGroups),
      pageAttributes: Object.fromEntries(pageAttributes),
    },
  };
}

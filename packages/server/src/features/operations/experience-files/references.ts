// What files refer to by name, and rows by id.
import type { CampaignFileInput, CampaignInput, Fault } from '@attune/contract';
import { parseWritten, pointerTo } from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import { goneId } from '../../experiences/campaigns/index.ts';

export type Referred = 'audience' | 'layer' | 'metric' | 'strategy' | 'template';

/** Names of ids; null: nothing has the id. */
export type NameOf = (kind: Referred, id: number) => string | null;
export type IdOf = (kind: Referred, name: string) => number | undefined;

/** A condition with each `$audience` in it replaced. */
function withAudiences(
  json: unknown,
  replace: (reference: unknown, pointer: string) => unknown,
  pointer = '',
): unknown {
  if (Array.isArray(json)) {
    return json.map((one, at) => withAudiences(one, replace, `${pointer}/${at}`));
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const at = pointerTo(pointer, name);
      return [name, name === '$audience' ? replace(value, at) : withAudiences(value, replace, at)];
    }),
  );
}

/** A condition as a file has it. */
export function conditionToFile<T>(condition: T, nameOf: NameOf): T {
  return withAudiences(condition, (id) =>
    typeof id === 'number' ? nameOf('audience', id) : id,
  ) as T;
}

/** A campaign as a file has it. */
export function campaignToFile(input: CampaignInput, nameOf: NameOf): CampaignFileInput {
  const { name, selector, type, labels, notes, groups, schedule, traffic, stickiness } = input;
  const { rollout, rollback, unit, accountType } = input;
  const { layer, ignoresHoldouts, servesWithoutConsent, payloadSchema } = input;
  const { template, metrics, testUsers, experiences } = input;
  const named = (kind: Referred, id: number | undefined) =>
    id === undefined ? undefined : nameOf(kind, id);
  const members = {
    ...{ name, selector, type, labels, notes, groups, schedule, traffic, rollout },
    ...{ rollback, stickiness, unit, accountType },
    layer: layer && { name: named('layer', layer.id), share: layer.share },
    ...{ ignoresHoldouts, servesWithoutConsent },
    template: named('template', template),
    payloadSchema,
    metrics: metrics && {
      primary: named('metric', metrics.primary),
      others: metrics.others?.map((id) => named('metric', id)),
      guardrails: metrics.guardrails?.map(({ metric, ...rule }) => ({
        ...{ metric: named('metric', metric), ...rule },
      })),
    },
    testUsers,
    experiences: experiences.map((experience) => ({
      name: experience.name,
      targeting: experience.targeting && conditionToFile(experience.targeting, nameOf),
      allocation: experience.allocation,
      metric: named('metric', experience.metric),
      served: experience.served,
      variations: experience.variations.map(({ id: _id, ...variation }) => ({
        ...variation,
        payload: payloadToFile(variation.payload, nameOf),
      })),
    })),
  };
  return stated(members) as unknown as CampaignFileInput;
}

type Payload = CampaignInput['experiences'][number]['variations'][number]['payload'];

function payloadToFile(payload: Payload, nameOf: NameOf) {
  if (payload?.strategy === undefined) return payload;
  return { ...payload, strategy: nameOf('strategy', payload.strategy) };
}

/** Without the members that say nothing, of plain objects of ours. */
function stated(value: Record<string, unknown>): Record<string, unknown> {
  return parseWritten(JSON.stringify(value)) as Record<string, unknown>;
}

/** Refers to things by id where a file does by name; gathers what there is not. */
class Resolving {
  readonly errors: Fault[] = [];
  /** What was deleted where the file was written. */
  readonly gone: Fault[] = [];
  readonly #idOf: IdOf;

  constructor(idOf: IdOf) {
    this.#idOf = idOf;
  }

  id(kind: Referred, name: string | null, pointer: string): number {
    if (name === null) {
      this.gone.push({ pointer, detail: `was a ${kind} that is deleted: choose another` });
      return goneId;
    }
    const id = this.#idOf(kind, name);
    if (id !== undefined) return id;
    this.errors.push({ pointer, detail: `is "${name}", and there is no ${kind} of that name` });
    return 0;
  }

  payload(payload: FilePayload, pointer: string): Payload {
    if (payload?.strategy === undefined) return payload as Payload;
    const strategy = this.id('strategy', payload.strategy, `${pointer}/strategy`);
    return { ...payload, strategy };
  }

  condition<T>(condition: T, pointer: string): T {
    return withAudiences(
      condition,
      (named, at) =>
        typeof named === 'string' || named === null ? this.id('audience', named, at) : named,
      pointer,
    ) as T;
  }
}

type FilePayload = CampaignFileInput['experiences'][number]['variations'][number]['payload'];

/** An audience's condition as a row has it. Throws `invalid_request`. */
export function conditionFromFile<T>(condition: T, idOf: IdOf): T {
  const resolving = new Resolving(idOf);
  const resolved = resolving.condition(condition, '/condition');
  refuseInvalid([...resolving.errors, ...resolving.gone]);
  return resolved;
}

/** A campaign as an input has it, and what of it is gone. Throws `invalid_request`. */
export function campaignFromFile(
  file: CampaignFileInput,
  idOf: IdOf,
): { readonly input: CampaignInput; readonly gone: readonly Fault[] } {
  const { status: _status, layer, template, metrics, experiences, ...rest } = file;
  const resolving = new Resolving(idOf);

  const input: CampaignInput = {
    ...rest,
    ...(layer && {
      layer: { id: resolving.id('layer', layer.name, '/layer/name'), share: layer.share },
    }),
    ...(template !== undefined && {
      template: resolving.id('template', template, '/template'),
    }),
    ...(metrics && {
      metrics: {
        ...(metrics.primary !== undefined && {
          primary: resolving.id('metric', metrics.primary, '/metrics/primary'),
        }),
        ...(metrics.others && {
          others: metrics.others.map((name, at) =>
            resolving.id('metric', name, `/metrics/others/${at}`),
          ),
        }),
        ...(metrics.guardrails && {
          guardrails: metrics.guardrails.map(({ metric, ...rule }, at) => ({
            ...rule,
            metric: resolving.id('metric', metric, `/metrics/guardrails/${at}/metric`),
          })),
        }),
      },
    }),
    experiences: experiences.map(({ metric, targeting, variations, ...experience }, at) => ({
      ...experience,
      ...(targeting && {
        targeting: resolving.condition(targeting, `/experiences/${at}/targeting`),
      }),
      ...(metric !== undefined && {
        metric: resolving.id('metric', metric, `/experiences/${at}/metric`),
      }),
      variations: variations.map(({ payload, ...variation }, of) => ({
        ...variation,
        payload: resolving.payload(payload, `/experiences/${at}/variations/${of}/payload`),
      })),
    })),
  };
  refuseInvalid(resolving.errors);
  return { input, gone: resolving.gone };
}

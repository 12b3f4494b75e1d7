// Names that callers give of persons and devices, on purpose: read strictly.
import type { Fault } from '@attune/contract';
import { checkIdentifier, type Identifier, normaliseIdentifier } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import { ownIdType, userIdOf } from './generate-ids.ts';
import { checkNamed } from './identity.ts';

export interface GivenName {
  readonly cuid: string;
  readonly cuidType: string;
}

/** A name as it is looked up, or what is wrong with it; of the type `id`, a device's own id. */
export function readName(
  snapshot: Pick<SiteSnapshot, 'identifierTypes' | 'site'>,
  { cuid, cuidType }: GivenName,
  pointers: { readonly type: string; readonly value: string },
): { readonly name: Identifier } | { readonly faults: readonly Fault[] } {
  const isDevice = cuidType === ownIdType;
  const faults = isDevice
    ? checkIdentifier(ownIdType, cuid, pointers.value)
    : checkNamed(snapshot, cuidType, cuid, pointers);
  if (faults.length > 0) return { faults };
  if (isDevice) return { name: { type: ownIdType, value: userIdOf(snapshot.site.salt, cuid) } };
  return { name: normaliseIdentifier({ type: cuidType, value: cuid }) };
}

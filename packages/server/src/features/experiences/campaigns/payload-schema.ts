// The schema of a campaign's payloads, applied to each of them.
import type { CampaignInput, Fault } from '@attune/contract';
import { checkerOf, validatePayloadSchema } from '../payload-schemas/index.ts';

/** What is wrong with a campaign's schema of payloads, and with payloads that break it. */
export function validatePayloads({ payloadSchema, experiences }: CampaignInput): Fault[] {
  if (payloadSchema === undefined) return [];
  const wrong = validatePayloadSchema(payloadSchema);
  if (wrong.length > 0) {
    return wrong.map(({ pointer, detail }) => ({ pointer: `/payloadSchema${pointer}`, detail }));
  }
  const check = checkerOf(payloadSchema);
  return experiences.flatMap(({ variations }, at) =>
    variations.flatMap(({ payload }, of) => {
      const pointer = `/experiences/${at}/variations/${of}/payload`;
      if (payload === null) return [];
      if ('data' in payload) return check(payload.data, `${pointer}/data`);
      // What recommends has this of the site's own making, if anything.
      const { custom } = payload;
      return custom === undefined ? [] : check(custom, `${pointer}/custom`);
    }),
  );
}

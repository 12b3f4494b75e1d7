// A test that has ended: which variation everyone gets, and what the campaign was before.
import { shippedAt } from '@attune/core';

/** What of a campaign says whether its test has ended, written or stored. */
interface Tested {
  readonly experiences: readonly {
    readonly variations: readonly { readonly shipped?: boolean; readonly payload: unknown }[];
  }[];
}

/** What variations are compared with: the control, else the first. */
export const baselineOf = <V extends { readonly payload: unknown }>(variations: readonly V[]) =>
  variations.find(({ payload }) => payload === null) ?? variations[0];

/** Does everyone get a control, wherever everyone gets one variation? */
export const isBackToControl = ({ experiences }: Tested) =>
  experiences.every(({ variations }) => {
    const shipped = variations[shippedAt({ variations })];
    return shipped === undefined || shipped === baselineOf(variations);
  });

/** The campaign as it was before its test ended: no variation is for everyone. */
export const withoutEnd = <C extends Tested>(campaign: C): C => ({
  ...campaign,
  experiences: campaign.experiences.map((experience) => ({
    ...experience,
    variations: experience.variations.map(({ shipped: _over, ...variation }) => variation),
  })),
});

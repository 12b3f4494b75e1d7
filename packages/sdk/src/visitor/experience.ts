// From choices to what a page shows: a value for every selector, whatever happened.
import type { Choice, Chosen } from '../client.ts';
import type { ProblemDocument } from '../problem.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What a visitor sees at one place. Plain data: a server can hand it to the page it renders. */
export interface Experience<T = unknown> {
  /** The selector name of the campaign. */
  readonly selector: string;
  /** The payload's data; the fallback where there is none. */
  readonly value: T;
  /** No variation was chosen, as for control groups, or none could be had. */
  readonly isFallback: boolean;
  /** What to report clicks with. */
  readonly decisionId?: string;
  readonly campaign?: Named;
  readonly experience?: Named;
  readonly variation?: Named;
  /** Why there is only the fallback, where a request failed. */
  readonly error?: ProblemDocument;
}

/** A visitor was given a variation: for an analytics tool. */
export interface Exposure {
  readonly selector: string;
  readonly decisionId: string;
  readonly campaign: Named;
  readonly experience: Named;
  readonly variation: Named;
}

/** What was chosen for a selector; without a value where the fallback is to be shown. */
export function experienceIn({ choices, error }: Chosen, selector: string): Experience {
  const choice = choices.find(({ name }) => name === selector);
  if (choice) return experienceOf(choice);
  return nothingFor(selector, error?.problem);
}

/** No choice for a selector, and why. */
const nothingFor = (selector: string, error?: ProblemDocument): Experience => ({
  ...{ selector, value: undefined, isFallback: true },
  ...(error && { error }),
});

function experienceOf({ name: selector, decisionId, variations }: Choice): Experience {
  const [variation] = variations;
  const metadata = variation?.analyticsMetadata;
  return {
    ...{ selector, decisionId, value: variation?.payload.data, isFallback: !variation },
    ...(metadata && {
      campaign: { id: metadata.campaignId, name: metadata.campaignName },
      experience: { id: metadata.experienceId, name: metadata.experienceName },
      variation: { id: metadata.variationId, name: metadata.variationName },
    }),
  };
}

/** The value that is to be shown takes the place of the one that is missing. */
export function withFallback<T>(experience: Experience, fallback: T): Experience<T> {
  return experience.isFallback ? { ...experience, value: fallback } : (experience as Experience<T>);
}

/** The exposure that an experience is; undefined for a fallback. */
export function exposureOf(shown: Experience): Exposure | undefined {
  const { selector, decisionId, campaign, experience, variation } = shown;
  if (!decisionId || !campaign || !experience || !variation) return undefined;
  return { selector, decisionId, campaign, experience, variation };
}

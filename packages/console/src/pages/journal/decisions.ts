// What a team decides about a campaign, in words.
export const decisions = [
  { value: 'open', label: 'Not decided' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'reverted', label: 'Reverted' },
  { value: 'inconclusive', label: 'Inconclusive' },
] as const;

type Decision = (typeof decisions)[number]['value'];

/** Is a value one of them? */
export const isDecision = (value: unknown): value is Decision =>
  decisions.some((one) => one.value === value);

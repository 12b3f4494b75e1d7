// What the statistical terms of a report mean, for readers who do not know them.
import type { Meaning } from '../../ui/term.tsx';

export const terms = {
  lift: {
    term: 'the lift',
    about:
      'The difference from the baseline, as a share of the baseline: +10 % on a conversion rate of 2 % means 2.2 %.',
  },
  interval: {
    term: 'a 95 % interval',
    about:
      'The range of values that fit the data. It contains the true value in at least 95 of 100 tests, however often you look, and narrows as more users are counted.',
  },
  chance: {
    term: 'the chance to be best',
    about:
      'How likely this variation has the best result of all, given the data so far. It does not say how large its lead is: see the lift.',
  },
  loss: {
    term: 'the expected loss',
    about:
      'How much of the metric you give up on average if you choose this variation and another one is better. The smaller, the safer the choice.',
  },
  baseline: {
    term: 'the baseline',
    about:
      'The variation that the others are compared with: the control, or the first variation where there is no control.',
  },
  exposed: {
    term: 'an exposed user',
    about: 'A user who got this variation at least once.',
  },
  counted: {
    term: 'a counted user',
    about:
      'An exposed user whose time window for the metric is over. Everyone gets the same time to act, so the numbers are fair.',
  },
  soFar: {
    term: '“so far”',
    about:
      'Results of all exposed users until now, including those whose time window is still open. It changes as the windows close.',
  },
} satisfies Record<string, Meaning>;

// Random requests of random campaigns: deciding never throws, and its explanation agrees with it.
import fc from 'fast-check';
import { checkExplained, requests } from '../../packages/core/src/decision/decision.fixture.ts';

/** Between two lines of what was done so far. */
const atOnce = 20_000;

/** Asserts it for so many requests; a failure names the seed and the smallest that fails. */
export function fuzzDecisions(wanted: number, firstSeed: number, tell: (line: string) => void) {
  let done = 0;
  for (let seed = firstSeed; done < wanted; seed += 1) {
    const numRuns = Math.min(atOnce, wanted - done);
    const property = fc.property(requests, ([definition, surroundings, input]) => {
      checkExplained(definition, surroundings, input);
    });
    fc.assert(property, { seed, numRuns });
    done += numRuns;
    tell(`${done} decided and explained, no disagreement`);
  }
}

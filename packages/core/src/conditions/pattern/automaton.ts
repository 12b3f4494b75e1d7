// Knows how to match in time that grows with the text only, whatever the pattern and the text.

import { type Character, classify, END } from './characters.ts';
import type { PatternNode } from './parse.ts';
import { type Before, type Places, placesOf } from './places.ts';
import { toProgram } from './program.ts';

/**
 * How much is kept of the states that texts have led to, in places; beyond, all are dropped and
 * found again: a pattern may have more states than a memory holds.
 */
const MAX_KEPT = 50_000;
/** A text that leads to more new states than that is read to its end without keeping them. */
const MAX_NEW_STATES = 32;

/** Where in the pattern a match that began somewhere before may have come to. */
interface State {
  readonly at: Uint16Array;
  readonly before: Before;
  /** By the next character's class, as far as it was asked for; null where the pattern matched. */
  readonly next: (State | null | undefined)[];
}

/**
 * Makes a test of whether a pattern matches anywhere in a text, as RegExp would answer. For each
 * character it takes at most as many steps as the pattern has parts; mostly one, since where a
 * character leads to from a state is remembered (Thompson 1968; Cox 2007).
 */
export function compileAutomaton(pattern: PatternNode, flags: '' | 'i'): (text: string) => boolean {
  const program = toProgram(pattern);
  const characterAt = classify(program.atoms, flags);
  const places = placesOf(program);
  const states = stateKeeper();

  /** Where a character leads to from a state that it has not been seen in. */
  const step = (state: State, character: Character): State | null => {
    const isMatch = places.follow(state.at, state.before, character);
    const found = isMatch ? null : states.get(places.found(), beforeNext(character));
    state.next[character.id] = found;
    return found;
  };
  return (text) => {
    let state = states.get(Uint16Array.of(0), 'start');
    let newStates = 0;
    for (let index = 0; index <= text.length; index += 1) {
      const character = index < text.length ? characterAt(text.charCodeAt(index)) : END;
      let next = state.next[character.id];
      if (next === undefined) {
        newStates += 1;
        if (newStates > MAX_NEW_STATES) return simulate(places, state, text, index, characterAt);
        next = step(state, character);
      }
      if (next === null) return true;
      if (next.at.length === 0) return false;
      state = next;
    }
    return false;
  };
}

const beforeNext = ({ isWord }: Character): Before => (isWord ? 'word' : 'other');

/** Reads a text from some index to its end, keeping nothing. */
function simulate(
  places: Places,
  { at, before }: State,
  text: string,
  from: number,
  characterAt: (code: number) => Character,
): boolean {
  let current = at;
  let previous = before;
  for (let index = from; index <= text.length; index += 1) {
    const character = index < text.length ? characterAt(text.charCodeAt(index)) : END;
    if (places.follow(current, previous, character)) return true;
    current = places.found();
    previous = beforeNext(character);
  }
  return false;
}

/** Makes what finds the one state of a set of places. */
function stateKeeper() {
  let known = new Map<string, State>();
  let kept = 0;
  return {
    get: (places: Uint16Array, before: Before): State => {
      const at = places.toSorted();
      const key = before + String.fromCharCode(...at);
      const found = known.get(key);
      if (found) return found;
      // Each also keeps where the characters lead to, which are some hundred classes at most.
      kept += at.length + 100;
      if (kept > MAX_KEPT) {
        known = new Map();
        kept = at.length + 100;
      }
      const state: State = { at, before, next: [] };
      known.set(key, state);
      return state;
    },
  };
}

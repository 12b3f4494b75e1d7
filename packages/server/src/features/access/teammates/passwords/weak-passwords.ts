// Which passwords are refused because they are the first that an acquaintance would try.
import { refuseInvalid } from '../../../../api-error.ts';

/** Words of this service, and those of which most common passwords are made. */
const commonWords = [
  ...['attune', 'console', 'admin', 'teammate', 'viewer', 'editor', 'letmein', 'welcome'],
  ...['password', 'passwort', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'secret', 'changeme', 'default'],
  ...['qwerty', 'qwertz', 'azerty', 'asdfgh', 'zxcvbn', 'uiop', 'iloveyou', 'princess', 'dragon'],
  ...['football', 'baseball', 'monkey', 'sunshine', 'master', 'superman', 'batman', 'trustno1'],
  ...['1q2w3e4r', 'q1w2e3r4', '1qaz2wsx', '1qaz', '2wsx', '3edc', 'qazwsx', 'abcdef', 'abc123'],
  ...['0123456789', '123456789', '987654321', '12345', '54321', '1234', '4321', 'abcd'],
];
/** What is left once such words are taken away is what is hard to guess. */
const charactersLeft = 6;
const differentCharacters = 5;
const shortestWord = 4;

/**
 * Refuses a password that is made of common words, of the names given, or of few characters.
 * Throws `invalid_request` at the pointer.
 */
export function refuseWeak(password: string, names: readonly string[], pointer: string): void {
  const own = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const words = [...commonWords, ...own.map(folded)]
    .filter((word) => word.length >= shortestWord)
    .sort((a, b) => b.length - a.length);
  let left = folded(password);
  for (const word of words) left = left.replaceAll(word, '');
  const isHard = left.length >= charactersLeft && new Set(left).size >= differentCharacters;
  const detail = 'is easy to guess: take words that have to do with neither you nor this service';
  refuseInvalid(isHard ? [] : [{ pointer, detail }]);
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

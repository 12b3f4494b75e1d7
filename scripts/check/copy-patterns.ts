// What texts may not say, and what to say instead. Phrases are sought in the whole of a text;
// labels and buttons have rules of their own.

export interface CopyPattern {
  readonly pattern: RegExp;
  readonly say: string;
  /** Only texts of several words: alone the word is a name, such as that of an identifier type. */
  readonly inPhrases?: boolean;
}

/** Refused wherever they stand in a text. */
export const phrases: readonly CopyPattern[] = [
  { pattern: /\bwhoever\b/i, say: 'anyone who, or the person who' },
  { pattern: /\bwhom\b/i, say: 'who, or “Targeting”' },
  // “Hashed e-mail (he)” names the identifier type.
  { pattern: /\b((?<!`)he(?![,)])|him|his|himself)\b/i, say: 'they, them, their', inPhrases: true },
  { pattern: /\bwho asks?\b/i, say: 'the person or program by name' },
  { pattern: /\bnobody\b/i, say: '“No users yet”, “Never used”, or no one' },
  {
    pattern: /\b(is|are|was|were|be|been|being) given\b(?! up)/i,
    say: 'returns, gets, or shows',
  },
  { pattern: /\bprograms? (asks?|proves?|gives?|is given|are given)\b/i, say: 'your site' },
  { pattern: /\bthe usual one\b/i, say: 'the name of it: “Primary metric”' },
  { pattern: /\bcannot be undone, \w/i, say: '“This cannot be undone.”' },
  { pattern: /\btruth (is|may be)\b/i, say: '“95 % interval 8.8–32.6 %”' },
  { pattern: /\bcounts? yet\b/i, say: 'what is missing until there is a result' },
  { pattern: /\byields?\b/, say: 'returns' },
  { pattern: /\bused never\b/i, say: '“Never used”' },
  { pattern: /\bno more(?=[.?!,;:]|$)/i, say: 'no longer, or stop' },
  { pattern: /\b(goes?|comes?|tried again) by (it|them)sel(f|ves)\b/i, say: 'automatically' },
  { pattern: /(^|[.:;?!] )Of [a-z]+ [^.]*, [^.]*[.]/, say: 'the sentence with its subject first' },
  // “What was saved stays” puts the object first; a question may begin so.
  { pattern: /(^|[.!] )What(ever)? [^.?]*[.]( |$)/, say: 'the sentence with its subject first' },
];

/** Refused as a whole title or label. */
export const titles: readonly CopyPattern[] = [
  { pattern: /^what it is( called)?$/i, say: 'Details' },
  { pattern: /^(for whom|whom it means)$/i, say: 'Targeting' },
  { pattern: /^who takes part$/i, say: 'Traffic' },
  { pattern: /^what it is judged by$/i, say: 'Metrics' },
  { pattern: /^when$/i, say: 'Schedule, or Time' },
  { pattern: /^what keeps somebody/i, say: 'Stickiness' },
  { pattern: /^how a variation is found/i, say: 'Allocation' },
  { pattern: /^by (what does best|taste)$/i, say: 'Dynamic (bandit), or Affinity' },
];

/** Refused as the whole text of a button, or as its first word. */
export const buttons: readonly CopyPattern[] = [
  { pattern: /^(ok|okay|yes|no)$/i, say: 'the verb of what it does' },
  {
    pattern:
      /^(history|details|items?|files?|links?|keys?|feeds?|settings|strategy|metric|address)$/i,
    say: 'a verb before it',
  },
  { pattern: /^(to|another|the|a|an|for|by|all) /i, say: 'a verb first: “View items”' },
  { pattern: /^go on$/i, say: 'Continue' },
];

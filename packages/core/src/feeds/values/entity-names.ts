// The names that HTML 4 gives to characters (W3C, "Character entity references in HTML 4").

const latin = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg
  plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
  Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH
  Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
  iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn
  yuml`;
const greekCapitals = `Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron
  Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega`;
const greek = `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho
  sigmaf sigma tau upsilon phi chi psi omega`;
const others = `amp & lt < gt > quot " apos ' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ
  tilde ˜ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull •
  hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € trade ™ larr ← uarr ↑
  rarr → darr ↓ harr ↔ minus − infin ∞ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sum ∑ radic √ loz ◊ spades ♠
  clubs ♣ hearts ♥ diams ♦`;

const inOrder = (names: string, first: number) =>
  names.split(/\s+/).map((name, at): [string, string] => [name, String.fromCodePoint(first + at)]);

function inPairs(text: string): [string, string][] {
  const parts = text.split(/\s+/);
  return parts.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, parts[at + 1]!]] : [],
  );
}

/** Without `&` and `;`; blanks that have no ink are named by their codes. */
export const entityNames: ReadonlyMap<string, string> = new Map([
  ...inOrder(latin, 0xa0),
  ...inOrder(greekCapitals, 0x391),
  ...inOrder(greek, 0x3b1),
  ...inPairs(others),
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
]);

// What shops write of an item's availability, in the words of several languages and systems.

/** Words of availability of what can be bought though it is not in stock. */
export const orderableWords = ['preorder', 'backorder'] as const;
export type OrderableWord = (typeof orderableWords)[number];

const yes = `true yes y x instock instocks available availablenow limited limitedavailability onlineonly unlimited
  instoreonly ja lieferbar verfugbar sofortlieferbar sofortverfugbar auflager vorratig vorhanden
  oui disponible enstock si enexistencia enexistencias haystock disponibile instockdisponibile
  disponibleenstock beschikbaar opvoorraad leverbaar directleverbaar sim disponivel emestoque tak
  dostepny dostepna dostepne ilager ilaget palager available1 active inlager`;
const no = `false no n outofstock oos soldout discontinued unavailable notavailable nostock nein
  nichtlieferbar nichtverfugbar nichtauflager nichtvorratig ausverkauft vergriffen non indisponible
  nondisponible rupture rupturedestock ruptureenstock enrupture epuise agotado sinstock
  sinexistencias nodisponible fueradestock esaurito nondisponibile nee uitverkocht
  nietbeschikbaar nietopvoorraad nietleverbaar nao indisponivel esgotado semestoque nie niedostepny
  ejilager slutsald utsolgt udsolgt`;
const preorder = `preorder presale availableforpreorder vorbestellbar vorbestellung precommande
  enprecommande preventa preordine prenotazione preorderen`;
const backorder = `backorder backordered onbackorder availablefororder madetoorder nachbestellt
  aufbestellung nachlieferbar surcommande bajopedido suordinazione opbestelling nalevering`;

const wordsOf = (text: string) => text.split(/\s+/);
const words = new Map<string, boolean | OrderableWord>([
  ...wordsOf(yes).map((word): [string, boolean] => [word, true]),
  ...wordsOf(no).map((word): [string, boolean] => [word, false]),
  ...wordsOf(preorder).map((word): [string, OrderableWord] => [word, 'preorder']),
  ...wordsOf(backorder).map((word): [string, OrderableWord] => [word, 'backorder']),
]);

/**
 * Is what is written here in stock? A word of what can be ordered comes back as that word;
 * undefined for what says nothing of stock.
 */
export function readStock(value: unknown): boolean | OrderableWord | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string') return undefined;
  const known = words.get(bareWord(value));
  if (known !== undefined) return known;
  // A count, also "1.0000", "0,0000", "-3" and "10+".
  const count = /^>?\s*([+-]?\d{1,15}(?:[.,]\d{1,10})?)\s*\+?$/.exec(value.trim())?.[1];
  return count === undefined ? undefined : Number(count.replace(',', '.')) > 0;
}

/** The word that a value of stock is, if it is one of these; however it is written. */
export function orderableWord(value: unknown): OrderableWord | undefined {
  const read = typeof value === 'string' ? readStock(value) : undefined;
  return typeof read === 'string' ? read : undefined;
}

/** The same word comes as in_stock, "in stock", IN-STOCK and https://schema.org/InStock. */
function bareWord(text: string): string {
  const word = text.toLowerCase().replace(/^\s*https?:\/\/schema\.org\//, '');
  const isAscii = /^[\x20-\x7e]*$/.test(word);
  return isAscii
    ? word.replaceAll(/[\s_.!'-]/g, '')
    : word.normalize('NFD').replaceAll(/[\p{Mark}\s_.!'’-]/gu, '');
}

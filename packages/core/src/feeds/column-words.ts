// Words of files about what is for sale, and since when.

/** Bare names of columns that say which rows are for sale. */
export const saleStates = `visible isvisible active isactive published ispublished enabled isenabled
  online onlineflag isonline activeflag aktiv actif activo attivo actief sichtbar publie publicado
  pubblicato zichtbaar veroffentlicht`.split(/\s+/);

/** What they say of a row that is not, in lower case. */
export const notForSale = [
  ...['false', '0', 'no', 'n', 'hidden', 'draft', 'archived', 'inactive', 'disabled'],
  ...['unpublished', 'offline', 'nein', 'non'],
];

const forSale = `true 1 yes y s active published enabled online visible catalog ja oui si`.split(
  ' ',
);

/** Does a cell say that a row is for sale, or that it is not? */
export const isFlagWord = (text: string) =>
  [...notForSale, ...forSale].includes(text.trim().toLowerCase());

/** In bare names: of a reduced price, and of when it begins and ends. */
export const ofSale =
  /sale|special|discount|promo|offer|angebot|aktion|sonderpreis|rabatt|solde|oferta|rebaja|sconto/;
export const ofBegin = /from|start|begin|since|von$|debut|desde|inicio|inizio|dal$|vanaf/;
export const ofEnd = /until|till|end|to(date|time)?$|bis|fin|hasta|fine|tot$|expir|scade/;

/** Bare names of columns that say whether a price is reduced. */
export const saleFlags = 'onsale issale isonsale saleactive isdiscounted insale'.split(' ');

/** Bare names of the last part of a page's address. */
export const pageNames = `urlkey urlrewritten linkrewrite urlpath slug permalink seourl urlhandle
  handle handleid urlslug`.split(/\s+/);

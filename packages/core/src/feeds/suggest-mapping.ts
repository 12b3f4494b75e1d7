// Which of a file's columns are probably which of ours: names in several spellings and languages.
import type { FileColumn } from './file-columns.ts';
import { hasDecimalCommas } from './file-columns.ts';

/** A mapping as `checkMapping` takes it. */
export interface MappingFile {
  readonly columns: Readonly<Record<string, RuleFile>>;
  readonly keepOthers: boolean;
  readonly decimalComma?: true;
}

interface RuleFile {
  readonly from: string | readonly string[];
  readonly as?: string;
  readonly separator?: string;
}

/** Lower case, letters and digits only; the likeliest first. */
const known: Readonly<Record<string, string>> = {
  sku: `sku skuid id itemid productid productcode articleid articlenumber articleno itemnumber
    artikelnummer artikelnr artnr artikelid produktid reference ref referencia codigo codigoproducto
    codice codiceprodotto identifiant idproduit variantid variantsku artikelcode varenummer indeks`,
  group_id: `groupid itemgroupid parentid parentsku mastersku masterid productgroupid styleid modelid
    modell gruppenid gruppe vaterartikel idgroupe idgrupo idgruppo groepid`,
  name: `name title productname itemname producttitle titel bezeichnung produktname artikelname
    produktbezeichnung nom titre nomproduit nombre titulo nome titolo naam productnaam namn navn
    nazwa nimi nazev label`,
  url: `url link producturl productlink itemurl deeplink href producturladdress lien urlproduit enlace
    urlproducto collegamento weblink produkturl produktlink pageurl`,
  price: `price saleprice currentprice sellingprice unitprice preis verkaufspreis bruttopreis prix
    prixttc precio prezzo prijs pris cena hinta amount regularprice baseprice`,
  currency: 'currency currencycode waehrung wahrung devise moneda valuta valuuttakoodi currencyid',
  in_stock: `instock availability stock available isavailable stockstatus inventory quantity qty
    stockquantity verfugbar verfugbarkeit verfuegbar verfuegbarkeit lagerbestand bestand lager
    disponible disponibilite stockdisponible disponibilidad disponibilita beschikbaar voorraad
    dostepnosc`,
  image_url: `imageurl imagelink image imagesrc mainimage imageurl1 image1 picture pictureurl photo
    photourl thumbnail bild bildurl bildlink urlimage lienimage imagen urlimagen immagine
    afbeelding zdjecie images`,
  categories: `categories category producttype productcategory categorypath categoryname
    googleproductcategory kategorie kategorien kategoriepfad warengruppe categorie rubrique categoria
    categorias breadcrumb breadcrumbs department kategori kategoria`,
  brand: 'brand brandname marke marque marca merk manufacturer hersteller vendor maker fabricante',
  description: `description productdescription longdescription shortdescription beschreibung
    produktbeschreibung descriptif descripcion descrizione omschrijving beskrivning opis`,
  keywords: 'keywords tags searchterms stichworte schlagworte motscles palabrasclave',
  publish_time: `publishtime publishedat publicationdate datepublished pubdate createdat dateadded
    erscheinungsdatum datepublication fechapublicacion`,
};

const conversions: Readonly<Record<string, string>> = {
  ...{ sku: 'string', group_id: 'string', name: 'string', url: 'url', price: 'price' },
  ...{ in_stock: 'stock', image_url: 'url', categories: 'list', brand: 'string' },
  ...{ currency: 'string', description: 'string', keywords: 'list' },
};

/**
 * Suggests a mapping for a file's columns. Each column is taken once, save for a group that is
 * missing (each item is its own) and a currency that stands with the price. Others are kept.
 */
export function suggestMapping(columns: readonly FileColumn[]): MappingFile {
  const found = new Map<string, FileColumn>();
  const taken = new Set<FileColumn>();
  for (const [column, names] of Object.entries(known)) {
    const wanted = [column.replace('_', ''), ...names.split(/\s+/)];
    const best = columns
      .filter((one) => !taken.has(one))
      .map((one) => ({ one, place: wanted.indexOf(bareName(one.column)) }))
      .filter(({ place }) => place !== -1)
      .sort((a, b) => a.place - b.place)[0]?.one;
    if (!best) continue;
    found.set(column, best);
    taken.add(best);
  }
  const rules: Record<string, RuleFile> = {};
  for (const [column, from] of found) rules[column] = ruleOf(column, from);
  const [sku, group, price] = ['sku', 'group_id', 'price'].map((name) => found.get(name));
  if (sku && group) rules['group_id'] = { from: [pathOf(group), pathOf(sku)], as: 'string' };
  else if (sku) rules['group_id'] = { from: pathOf(sku), as: 'string' };
  if (price?.kind === 'money' && !found.has('currency')) {
    rules['currency'] = { from: pathOf(price), as: 'currency' };
  }
  const decimalComma = hasDecimalCommas(columns);
  return { columns: rules, keepOthers: true, ...(decimalComma && { decimalComma }) };
}

function ruleOf(column: string, from: FileColumn): RuleFile {
  const as = conversions[column];
  const isFirstOf = from.kind === 'list' && (column === 'image_url' || column === 'url');
  const isJsonList = from.samples.some((text) => text.startsWith('['));
  const path = isFirstOf && isJsonList ? `${pathOf(from)}[0]` : pathOf(from);
  if (as !== 'list') return as === undefined ? { from: path } : { from: path, as };
  return { from: path, as, separator: separatorOf(from) };
}

/** What stands between the parts of a category: the first of these that a sample has. */
function separatorOf({ samples }: FileColumn): string {
  const separators = [' > ', '>', '|', ' / ', ';', ','];
  return separators.find((one) => samples.some((text) => text.includes(one))) ?? '|';
}

/** `g:Image Link`, `image_link` and `Imagé-Link` are one name. */
function bareName(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}

function pathOf({ column }: FileColumn): string {
  return /^[^.[\]]+$/.test(column) ? column : `[${JSON.stringify(column)}]`;
}

// Lines of a shop: views, carts and transactions, or the lines of orders, whatever the columns are
// called.
import { bareName, columnNames, type FileLook, type RuleFile } from '../../feeds/mapping-parts.ts';
import type { EventMappingFile } from '../mapping-file.ts';

/** Bare names (`bareName`), the likeliest first. */
const names = {
  type: `event eventtype eventname action actiontype type behavior behaviour behaviortype
    behaviourtype interaction interactiontype activity ereignis ereignistyp aktion evenement evento`,
  cuid: `cuid userid user customerid customer customernumber customerno visitorid visitor memberid
    householdid personid accountid shopperid uid clientnumber externalid kundennummer kundennr
    kundenid kunde idclient clientid idcliente cliente klantnummer klantid custid`,
  device: 'anonymousid deviceid cookieid userpseudoid fullvisitorid browserid svcid',
  timestamp: `timestamp eventtimestamp eventtime transactiontimestamp transactiontime
    transactiondate orderdate orderedat ordertime purchasedate purchasetime purchasedat invoicedate
    createdat created occurredat happenedat datetime time date servertime unixtime ts datum
    zeitpunkt zeit zeitstempel bestelldatum kaufdatum datecommande dateachat fecha fechapedido data
    dataordine besteldatum`,
  productId: `${columnNames['sku']} product item article stockcode lineitemsku asin contentid`,
  uniqueTransactionId: `uniquetransactionid transactionid orderid ordernumber orderno ordernr order
    basketid invoiceid invoiceno invoice receiptid receiptno transaction purchaseid bestellnummer
    bestellnr auftragsnummer bestellung bestellid numerocommande commande idcommande numeropedido
    pedido idpedido numeroordine ordine idordine ordernummer`,
  quantity: `quantity qty count units pieces amountofitems lineitemquantity menge anzahl stuck
    stueck quantite cantidad quantita aantal`,
  itemPrice: `itemprice unitprice price lineitemprice priceperunit einzelpreis stuckpreis
    stueckpreis preis prixunitaire prix preciounitario precio prezzounitario prezzo stukprijs prijs`,
  lineValue: `linevalue salesvalue linetotal lineamount rowtotal amount zeilensumme betrag
    positionswert montant importe importo bedrag`,
  value: `value ordervalue ordertotal total totalprice totalamount grandtotal revenue
    gesamtbetrag bestellwert summe umsatz totalcommande totalpedido totaleordine totaalbedrag`,
  currency: columnNames['currency'] ?? '',
  keywords: `keywords keyword query searchterm searchquery search searchphrase suchbegriff
    suchwort suche recherche busqueda ricerca zoekterm`,
  eventId: 'eventid messageid eventuuid uuid',
  session: 'sessionid session usersession visitid sitzung',
} as const;

/** Words for types, by their bare names. */
const words: Readonly<Record<string, string>> = {
  'product-view-v1': `view viewitem viewproduct productview productviewed itemview detailview pv
    ansicht ansehen angesehen produktansicht vue vueproduit visto vista bekeken`,
  'add-to-cart-v1': `addtocart cart addcart cartadd productadded addtobasket basket
    warenkorb ajoutpanier ajoutaupanier carrito carrello winkelwagen`,
  'remove-from-cart-v1': 'removefromcart removecart cartremove productremoved removefrombasket',
  'purchase-v1': `transaction purchase purchased buy bought order ordered ordercompleted sale
    checkoutcompleted conversion kauf gekauft bestellung achat commande compra acquisto aankoop`,
  'refund-v1': 'refund refunded return returned orderrefunded',
  'add-to-wishlist-v1': 'addtowishlist wishlist favorite favourite fav',
  'keyword-search-v1': 'search searched productssearched keywordsearch',
};

const typeTable = Object.fromEntries(
  Object.entries(words).flatMap(([type, list]) => list.split(/\s+/).map((word) => [word, type])),
);

const typeOf = (word: string): string | undefined =>
  Object.hasOwn(typeTable, word) ? typeTable[word] : undefined;

/** What the rules find nothing for, as a person would say it. */
export interface NamedMapping {
  readonly mapping: EventMappingFile;
  /** Is it a file of view, cart and transaction? */
  readonly isTyped: boolean;
  /** Parts of an event that the file has no column for. */
  readonly missing: readonly string[];
}

/** What is known of a file beside its columns. */
interface Looked {
  /** The different words of a column, by its name. */
  readonly wordsOf: (column: string) => readonly string[];
  readonly decimalComma: boolean;
}

/** The mapping of a file by the names of its columns; what it needs and lacks is told. */
export function mappingByColumns(file: FileLook, { wordsOf, decimalComma }: Looked): NamedMapping {
  const pathOf = (part: keyof typeof names) => file.paths(...names[part].split(/\s+/))[0];
  const type = pathOf('type');
  const order = pathOf('uniqueTransactionId');
  const cuid = pathOf('cuid');
  const device = pathOf('device');
  const timestamp = pathOf('timestamp');
  const product = pathOf('productId');
  const money = (from: string | undefined): RuleFile | undefined =>
    from === undefined ? undefined : { from, as: 'price' };
  const quantity = pathOf('quantity');
  const properties = withoutAbsent({
    productId: product,
    uniqueTransactionId: order,
    quantity: quantity === undefined ? undefined : { from: quantity, as: 'number' },
    itemPrice: money(pathOf('itemPrice')),
    lineValue: money(pathOf('lineValue')),
    value: money(pathOf('value')),
    currency: pathOf('currency'),
    keywords: pathOf('keywords'),
  });
  const own = (type === undefined ? [] : wordsOf(type)).flatMap((word) => {
    const meant = typeOf(bareName(word));
    return meant === undefined ? [] : [[word, meant] as const];
  });
  const isOrder = type === undefined && order !== undefined;
  const mapping: EventMappingFile = {
    type: isOrder
      ? { default: 'purchase-v1' }
      : { from: type ?? 'type', values: { ...Object.fromEntries(own), ...usual } },
    timestamp: timestamp ?? 'timestamp',
    user: withoutAbsent({ cuid: cuid ?? (device ? undefined : 'cuid'), device }),
    ...withoutAbsent({ eventId: pathOf('eventId'), session: pathOf('session') }),
    properties,
    ...(decimalComma && { decimalComma }),
  };
  const missing = [
    ...(type === undefined && !isOrder ? ['type'] : []),
    ...(cuid === undefined && device === undefined ? ['user'] : []),
    ...(timestamp === undefined ? ['timestamp'] : []),
    ...(product === undefined && !isOrder ? ['productId'] : []),
  ];
  return { mapping, isTyped: type !== undefined, missing };
}

/** Those that may come after the rows that were looked at. */
const usual = Object.fromEntries(
  ['view', 'addtocart', 'cart', 'removefromcart', 'transaction', 'purchase', 'refund'].map(
    (word) => [word, typeOf(word)!],
  ),
);

type Absent<Value> = Readonly<Record<string, Value | undefined>>;

function withoutAbsent<Value>(members: Absent<Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );
}

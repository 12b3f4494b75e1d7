// How shops write amounts: separators of thousands and decimals, currencies before and behind.

/** An amount as it is written somewhere. */
export interface Money {
  /** As JavaScript writes numbers. */
  readonly amount: string;
  /** ISO 4217; absent where none stands there, or a sign that several currencies share. */
  readonly currency?: string;
  /** Could `1.299` be either 1299 or 1.299? */
  readonly isAmbiguous: boolean;
}

/** Signs and words of one currency each, behind its code. */
const signs = `EUR € euro euros GBP £ INR ₹ rs rs. KRW ₩ 원 JPY 円 jp¥ CNY 元 cn¥ rmb RUB ₽ руб руб.
  TRY ₺ tl ILS ₪ VND ₫ THB ฿ UAH ₴ грн PLN zł CZK kč HUF ft RON lei BRL r$ USD us$ usd$ u$s CAD c$ ca$
  AUD a$ au$ HKD hk$ NZD nz$ SGD s$ TWD nt$ MXN mx$ CHF fr. sfr. sfr IDR rp rp. MYR rm PHP ₱ NGN ₦
  KZT ₸ GEL ₾ CRC ₡ GHS ₵ PYG ₲ BDT ৳`;
const currencies = new Map<string, string>();
for (const word of signs.split(/\s+/)) {
  const code = /^[A-Z]{3}$/.test(word) ? word : [...currencies.values()].at(-1)!;
  currencies.set(word.toLowerCase(), code);
}

/** Signs that several currencies share. */
const shared = new Set(['$', '¥', 'kr', 'kr.', ':-']);

/** Currencies without a smaller unit: in them `1,980` has no decimals. */
const whole = new Set('JPY KRW VND IDR CLP PYG ISK UGX XAF XOF HUF'.split(' '));

const isoCodes = new Set(Intl.supportedValuesOf('currency'));

/** Where other scripts have their digit zero. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

const textMax = 100;
const plain = /^\d+(\.\d{1,2})?$/;
/** As Google Merchant writes prices. */
const withCode = /^(\d+(?:\.\d{1,2})?) ([A-Z]{3})$/;
const firstDigit = /(?:(?<!\p{L})[.,])?\d/u;
const lastDigit = /\d(?=\D*$)/;

/**
 * Reads `$19.99`, `1.299,00 €`, `CHF 1'299.-`, `١٩٫٩٩` and the like. What can be read in two ways
 * is read with `decimalComma`. Undefined: no amount, or one with other words around it.
 */
export function readMoney(text: string, decimalComma: boolean): Money | undefined {
  if (plain.test(text)) return { amount: text, isAmbiguous: false };
  const [, units, code] = withCode.exec(text) ?? [];
  if (units !== undefined && code !== undefined && isoCodes.has(code)) {
    return { amount: units, currency: code, isAmbiguous: false };
  }
  if (text.length > textMax) return undefined;
  const written = usual(text);
  const [start, end] = [written.search(firstDigit), written.search(lastDigit)];
  if (start === -1) return undefined;
  const behind = written.slice(end + 1).replace(/^[.,:]?(?:[-–—]+|(?<=[.,:]))/, '');
  const found = [currencyOf(written.slice(0, start)), currencyOf(behind)];
  const known = found.filter((one) => one !== '');
  if (known.includes(undefined)) return undefined;
  // "$5 USD": of the two only the code says which.
  const codes = new Set(known.filter((one) => one !== sharedSign));
  if (codes.size > 1) return undefined;
  const [currency] = codes;
  const digits = written.slice(start, end + 1);
  const number = readNumber(digits, decimalComma, currency !== undefined && whole.has(currency));
  return number && (currency === undefined ? number : { ...number, currency });
}

const sharedSign = '?';

/** `''` for nothing, undefined for what is no currency. */
function currencyOf(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return '';
  if (shared.has(word)) return sharedSign;
  const code = word.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && isoCodes.has(code)) return code;
  return currencies.get(word) ?? currencyOfTwo(word);
}

/** "$ USD" and "EUR €" are one currency written twice. */
function currencyOfTwo(word: string): string | undefined {
  const [one = '', other = '', more] = word.split(/\s+/);
  if (other === '' || more !== undefined) return undefined;
  const [first, second] = [currencyOf(one), currencyOf(other)];
  if (first === undefined || second === undefined) return undefined;
  if (first === sharedSign) return second;
  return second === sharedSign || second === first ? first : undefined;
}

/** Other scripts' digits and separators as ASCII has them, and blanks as one space. */
function usual(text: string): string {
  const ascii = /^[\x20-\x7e]*$/.test(text) ? text : asciiOf(text);
  return ascii.replaceAll(/\s+/g, ' ').trim();
}

function asciiOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Marks of direction are no part of an amount.
      .replaceAll(/[\u200e\u200f\u061c]/g, '')
      .replaceAll('٫', '.')
      .replaceAll('٬', ' ')
      .replaceAll(/[’‘`´ʼ]/g, "'")
      .replaceAll(/\p{Nd}/gu, (digit) => {
        const code = digit.codePointAt(0)!;
        const zero = zeros.find((one) => code >= one && code < one + 10);
        return zero === undefined ? digit : String(code - zero);
      })
  );
}

/** A number without words around it; undefined where it is none. */
export function readNumber(
  digits: string,
  decimalComma: boolean,
  isWhole = false,
): Pick<Money, 'amount' | 'isAmbiguous'> | undefined {
  const [, mantissa = '', exponent = ''] = /^(.*?)(?:[eE]([+-]?\d{1,3}))?$/.exec(digits) ?? [];
  const number = readMantissa(mantissa, decimalComma, isWhole);
  if (!number || exponent === '') return number;
  return { amount: String(Number(`${number.amount}e${exponent}`)), isAmbiguous: false };
}

function readMantissa(
  text: string,
  decimalComma: boolean,
  isWhole: boolean,
): Pick<Money, 'amount' | 'isAmbiguous'> | undefined {
  const certain = (amount: string) => ({ amount, isAmbiguous: false });
  if (/[ ']/.test(text)) {
    if (!/^\d{1,3}([ ']\d{3})+([.,]\d*)?$/.test(text)) return undefined;
    return certain(text.replaceAll(/[ ']/g, '').replace(',', '.'));
  }
  if (!/^[\d.,]+$/.test(text)) return undefined;
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (points + commas === 0) return certain(text);
  const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  const place = text.lastIndexOf(last);
  if (points > 0 && commas > 0) {
    const between = last === '.' ? ',' : '.';
    const units = text.slice(0, place);
    if (!isGrouped(units, between)) return undefined;
    return certain(`${units.replaceAll(between, '')}.${text.slice(place + 1)}`);
  }
  if (points + commas > 1) {
    return isGrouped(text, last) ? certain(text.replaceAll(last, '')) : undefined;
  }
  const [units, decimals] = [text.slice(0, place), text.slice(place + 1)];
  if (!/^[1-9]\d{0,2}$/.test(units) || decimals.length !== 3) {
    return certain(`${units || '0'}${decimals === '' ? '' : `.${decimals}`}`);
  }
  if (isWhole) return certain(units + decimals);
  const isDecimal = (last === ',') === decimalComma;
  return { amount: isDecimal ? `${units}.${decimals}` : units + decimals, isAmbiguous: true };
}

/** India groups by two in front of the last three. */
function isGrouped(text: string, between: string): boolean {
  const groups = text.split(between);
  const last = groups.at(-1)!;
  return (
    groups.length > 1 &&
    /^\d{3}$/.test(last) &&
    /^\d{1,3}$/.test(groups[0]!) &&
    groups.slice(1, -1).every((group) => /^\d{2,3}$/.test(group))
  );
}

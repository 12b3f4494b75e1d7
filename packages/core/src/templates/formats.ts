// The kinds of text that a template's fields hold, by the keyword `format`.

/** What a text of a format has to look like; `detail` says so to who typed another. */
interface Format {
  readonly isSo: (text: string) => boolean;
  readonly detail: string;
}

const address = /^(?:https?:\/\/[^\s/?#]|mailto:|tel:|[/?#]|[^\s:/?#]+(?:[/?#]|$))\S*$/i;
const colour = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

const detail = 'must be an address such as https://shop.example/sale or /sale';

/** Others are left as they are: in this version of JSON Schema a format is a remark. */
export const textFormats = {
  'long-text': { isSo: () => true, detail: '' },
  link: { isSo: (text) => address.test(text), detail },
  image: {
    isSo: (text) => address.test(text) || text.startsWith('data:image/'),
    detail: 'must be the address of an image, such as https://shop.example/hero.jpg',
  },
  colour: { isSo: (text) => colour.test(text), detail: 'must be a colour such as #1a2b3c' },
  product: { isSo: () => true, detail: '' },
  category: { isSo: () => true, detail: '' },
} as const satisfies Readonly<Record<string, Format>>;

export type TextFormat = keyof typeof textFormats;

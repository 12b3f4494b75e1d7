// Pictures of the demo's products: drawn by their kind and colour, as addresses that hold them.
import type { Kind } from './catalogue.ts';

/** Of a fill, and of the ground behind it. */
const shades: Readonly<Record<string, readonly [fill: string, ground: string]>> = {
  red: ['#d6336c', '#ffe3ec'],
  blue: ['#1971c2', '#e0f0ff'],
  green: ['#2f9e44', '#e3f8e7'],
  black: ['#343a40', '#eceff2'],
  white: ['#ffffff', '#cfd8e0'],
  yellow: ['#f2b705', '#fff6d6'],
  orange: ['#e8590c', '#ffecdf'],
  purple: ['#7048e8', '#eee8ff'],
  grey: ['#868e96', '#f1f3f5'],
  pink: ['#f06595', '#ffeaf2'],
};

const outlines = {
  shoe: 'M5 30V19l8 3 7-6 12 10 9 3v5H5zM5 36h36v3H5z',
  boot: 'M14 7h12v18l14 5v6H14zM14 37h26v3H14z',
  jacket: 'M16 7h16l11 7-4 10-4-2v19H13V22l-4 2L5 14z',
  tights: 'M16 6h16l3 36h-7l-4-24-4 24h-7z',
  shirt: 'M16 9l8 3 8-3 9 6-4 8-4-2v18H15V21l-4 2-4-8z',
  shorts: 'M12 12h24l4 23H27l-3-11-3 11H8z',
  backpack: 'M16 16a8 8 0 0 1 16 0h2v22a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3V16z',
  helmet: 'M6 30a18 17 0 0 1 36 0v3H6z',
  glove: 'M16 41V25l-6-7 4-3 4 4V9h4v10h2V7h4v12h2v-9h4v21l-5 10z',
  mat: 'M9 13h30v20a6 6 0 0 1-6 6H9z',
  block: 'M7 15h34v19H7z',
  swimsuit: 'M16 6h4v6h8V6h4v8l3 8-3 6 5 11-13 3-13-3 5-11-3-6 3-8z',
  goggles: 'M3 19h19v11H7zM26 19h19l-4 11H26zM20 22h8v3h-8z',
  towel: 'M12 6h24v35H12z',
  fins: 'M18 6h12v12l7 23H11l7-23z',
} as const;

type Outline = keyof typeof outlines;

/** Which outline a kind of product has, by its code. */
const outlineOf: Readonly<Record<string, Outline>> = {
  ...{ RS: 'shoe', RJ: 'jacket', RT: 'tights', RA: 'shirt' },
  ...{ HB: 'boot', OJ: 'jacket', BP: 'backpack', FJ: 'jacket' },
  ...{ CJ: 'shirt', CS: 'shorts', CH: 'helmet', CG: 'glove' },
  ...{ YM: 'mat', YL: 'tights', YT: 'shirt', YB: 'block' },
  ...{ SW: 'swimsuit', SG: 'goggles', ST: 'towel', SF: 'fins' },
};

const shadeOf = (color: string) => shades[color] ?? shades['grey']!;

/** The ground of a picture, which goes with it. */
export const groundOf = (color: string): string => shadeOf(color)[1];

type Pictured = Pick<Kind, 'code'>;

/** A picture as an address that holds it: nothing is asked of any server. */
export const pictureOf = (kind: Pictured, color: string): string => drawn(kind, color, 48);

/** The same for the width of a page. */
export const widePictureOf = (kind: Pictured, color: string): string => drawn(kind, color, 96);

function drawn({ code }: Pictured, color: string, width: number): string {
  const [fill, ground] = shadeOf(color);
  const left = (48 - width) / 2;
  const outline = outlines[outlineOf[code] ?? 'block'];
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${left} 0 ${width} 48'>` +
    `<rect x='${left}' width='${width}' height='48' fill='${ground}'/><path d='${outline}' fill='${fill}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

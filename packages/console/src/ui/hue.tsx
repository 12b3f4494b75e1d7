// Which colour is for the first, the second, the third part of a chart.
import classes from './hues.module.css';

const hues = 6;

/** The class that sets `--hue`; after six parts the colours begin again. */
export function hueOf(at: number): string {
  return classes[`hue${at % hues}`] ?? '';
}

/** A small square of the colour, before the name of the part. */
export function Swatch({ at }: { at: number }) {
  return <span className={`${classes['swatch']} ${hueOf(at)}`} aria-hidden="true" />;
}

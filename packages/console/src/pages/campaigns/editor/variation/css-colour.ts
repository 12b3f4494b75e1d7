// Colours by the names that CSS has for them.

/**
 * A colour that CSS can read (`pink`, `rgb(0 0 0)`) as hex; undefined for what is hex already, or
 * no opaque colour.
 */
export function hexOfColour(text: string): string | undefined {
  const typed = text.trim();
  if (typed.startsWith('#') || !CSS.supports('color', typed)) return undefined;
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  canvas.fillStyle = typed;
  // What is transparent, or depends on the page, is not written as hex.
  return /^#[0-9a-f]{6}$/.test(canvas.fillStyle) ? canvas.fillStyle : undefined;
}

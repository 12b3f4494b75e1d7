// What becomes of a page on paper: light colours, and whole what a screen shows in parts.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Prints in light colours, whatever the screen has. */
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  window.addEventListener('beforeprint', () => {
    before = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (before !== undefined) dataset['mantineColorScheme'] = before;
  });
}

/** True from just before a print until after it. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is there when this returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

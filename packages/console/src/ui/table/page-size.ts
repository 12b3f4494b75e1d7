// How many rows a page of a table has: a choice for all tables, remembered by the browser.
import { useState } from 'react';
import { storedText } from '../stored.ts';

export const pageSizes = [25, 50, 100] as const;

const stored = storedText('attune-rows-per-page');
const sizeOf = (size: number) => pageSizes.find((one) => one === size) ?? pageSizes[0];

/** As it was chosen last. */
export const chosenPageSize = () => sizeOf(Number(stored.read()));

export function usePageSize(): [number, (size: number) => void] {
  const [size, setSize] = useState<number>(chosenPageSize);
  const choose = (chosen: number) => {
    stored.write(String(chosen));
    setSize(sizeOf(chosen));
  };
  return [size, choose];
}

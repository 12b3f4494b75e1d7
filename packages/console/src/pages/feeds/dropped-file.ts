// A file that was dropped on a page of feeds, until the upload of its feed takes it.
import { createContext, useContext, useEffect } from 'react';

interface Dropped {
  readonly file: File | undefined;
  readonly give: (file: File | undefined) => void;
}

export const DroppedFile = createContext<Dropped>({ file: undefined, give: () => undefined });

/** Takes a file that was dropped, once. */
export function useDroppedFile(onFile: (file: File) => void): void {
  const { file, give } = useContext(DroppedFile);
  useEffect(() => {
    if (!file) return;
    give(undefined);
    onFile(file);
  });
}

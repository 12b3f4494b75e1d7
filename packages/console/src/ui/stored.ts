// What a browser remembers of a person's choices, such as the site that was opened last.

interface Stored {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** A text under a name. Browsers may refuse to store it; then only the convenience is lost. */
export function storedText(name: string): Stored {
  return {
    read: () => {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    write: (text) => {
      try {
        localStorage.setItem(name, text);
      } catch {
        // Private windows refuse; the default serves.
      }
    },
  };
}

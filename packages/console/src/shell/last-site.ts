// The site that was looked at last, so that the console opens with it.

const name = 'attune-last-site';

/** Browsers may refuse to keep anything; then the first site is opened. */
export const lastSite = {
  read(): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(site: string): void {
    try {
      localStorage.setItem(name, site);
    } catch {
      // Nothing is lost but the convenience.
    }
  },
};

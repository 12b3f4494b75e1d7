// Where to go on after signing in at the provider: kept in this tab while it is away.
const name = 'attune.after-provider';

export const afterProvider = {
  keep(path: string): void {
    try {
      window.sessionStorage.setItem(name, path);
    } catch {
      // A browser that keeps nothing goes on at the first page.
    }
  },
  take(): string {
    try {
      const path = window.sessionStorage.getItem(name) ?? '/';
      window.sessionStorage.removeItem(name);
      return path;
    } catch {
      return '/';
    }
  },
};

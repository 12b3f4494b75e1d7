// What of a site's traffic is shown, and how its days are called.

export const series = [
  { name: 'choose', title: 'Choose requests', color: 'cyan.7' },
  { name: 'collect', title: 'Collect requests', color: 'indigo.6' },
  { name: 'warnings', title: 'Ingestion warnings', color: 'orange.7' },
] as const;

/** "21 Nov", of YYYY-MM-DD. */
export const sayDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

// The key under which an unsaved draft is kept while other pages are open.

export const keptAt = (site: string, id: number) => ['draft of campaign', site, String(id)];

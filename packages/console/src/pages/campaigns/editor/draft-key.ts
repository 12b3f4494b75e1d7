// The key under which an unsaved draft is kept while other pages are open.

export const draftKey = (site: string, id: number) => ['draft of campaign', site, String(id)];

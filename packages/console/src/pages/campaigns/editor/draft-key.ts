// Where a draft that is not saved yet is kept while other pages are looked at.

export const keptAt = (site: string, id: number) => ['draft of campaign', site, String(id)];

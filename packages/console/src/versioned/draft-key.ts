// The key under which the unsaved draft of a versioned thing is kept while other pages are open.

/** `noun`: "campaign"; an id, or `new`. */
export const keyOfDraft = (noun: string, site: string, id: number | 'new') => [
  `draft of ${noun}`,
  site,
  String(id),
];

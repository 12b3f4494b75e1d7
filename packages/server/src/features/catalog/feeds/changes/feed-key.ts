// Which feed's rows a query is about.

export interface FeedKey {
  readonly siteId: number;
  readonly feedId: string;
}

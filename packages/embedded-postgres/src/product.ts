// Which product PostgreSQL is started for: the only things that names and messages say of it.

export interface Product {
  /** In lower case. Names the database, its owner, the sessions and folders. */
  readonly name: string;
  /** The name in messages. */
  readonly title: string;
  /** The setting that names the data directory, for messages that advise another one. */
  readonly dataDirSetting: string;
  /** The setting that names a PostgreSQL to use instead of this one. */
  readonly urlSetting: string;
}

// A server whose link to the database a test cuts and mends.
import { type TestServer, type TestServerOptions, testServer } from '../testing.ts';
import { type DatabaseLink, openLink } from './database-link.fixture.ts';

export interface LinkedServer extends TestServer {
  readonly link: DatabaseLink;
}

/** Starts an API without a worker; closing it also closes the link. */
export async function linkedServer(options: TestServerOptions = {}): Promise<LinkedServer> {
  const opened = Promise.withResolvers<DatabaseLink>();
  const through = async (databaseUrl: string) => {
    const link = await openLink(databaseUrl);
    opened.resolve(link);
    return link.url;
  };
  const server = await testServer({ api: true, worker: false }, { ...options, through });
  const link = await opened.promise;
  const close = async () => {
    link.mend();
    await server.close();
    await link.close();
  };
  return { ...server, link, close };
}

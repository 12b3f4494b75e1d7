// Before and after all test files: the one PostgreSQL in which each has a database of its own.
import {
  startTestServer,
  type TestServer,
  testServerVariable,
} from '../../packages/server/src/db/testing.ts';

let server: TestServer | undefined;

/** Called by the runner before the first test file. */
export async function globalSetup(): Promise<void> {
  server = await startTestServer();
  process.env[testServerVariable] = server.url;
}

/** Called by the runner after the last one, and when it is interrupted. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}

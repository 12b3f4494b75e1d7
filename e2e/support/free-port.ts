// A port for a program that cannot be asked which one it took.
import { type AddressInfo, createServer } from 'node:net';

/** Of the loopback interface; nothing keeps it free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

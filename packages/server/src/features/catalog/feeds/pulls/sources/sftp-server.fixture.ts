// An SFTP server of the package ssh2, with files in memory.
import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext } from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;
const regularFile = 0o100_644;

/** Of a client or a host, the private one encrypted where there is a passphrase. */
export const newKey = (passphrase?: string) =>
  utils.generateKeyPairSync(
    'ed25519',
    ...(passphrase === undefined
      ? []
      : [{ passphrase, cipher: 'aes256-ctr', rounds: 16 } as const]),
  );

interface Credentials {
  readonly password?: string;
  readonly client?: ReturnType<typeof newKey>;
}

interface Kept {
  readonly text: string;
  readonly mtime: number;
}

/** Starts it on this machine. A user `shop` may sign in by `password` or by the client's key. */
export async function sftpServer(
  hostKeys = [newKey().private],
  { password = 'right', client = newKey() }: Credentials = {},
) {
  const files = new Map<string, Kept>();
  const open: { end: () => void }[] = [];
  const accepted = utils.parseKey(client.public);
  if (accepted instanceof Error) throw accepted;
  const mayEnter = (context: AuthContext) => {
    if (context.username !== 'shop') return false;
    if (context.method === 'password') return context.password === password;
    if (context.method !== 'publickey') return false;
    if (!context.key.data.equals(accepted.getPublicSSH())) return false;
    return !context.signature || accepted.verify(context.blob!, context.signature) === true;
  };
  const server = new Server({ hostKeys }, (connection) => {
    open.push(connection);
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      if (mayEnter(context)) context.accept();
      else context.reject(['password', 'publickey']);
    });
    connection.on('session', (accept) => {
      accept().on('sftp', (begin) => {
        const sftp = begin();
        const kept: Kept[] = [];
        const of = (handle: Buffer) => kept[handle.readUInt32BE(0)]!;
        sftp.on('OPEN', (id, path) => {
          const file = files.get(path);
          if (!file) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
          const handle = Buffer.alloc(4);
          handle.writeUInt32BE(kept.push(file) - 1);
          sftp.handle(id, handle);
        });
        sftp.on('FSTAT', (id, handle) => {
          const { text, mtime } = of(handle);
          const size = Buffer.byteLength(text);
          sftp.attrs(id, { mode: regularFile, uid: 0, gid: 0, size, atime: mtime, mtime });
        });
        sftp.on('READ', (id, handle, at, length) => {
          // Less than was asked for, as servers may give.
          const part = Buffer.from(of(handle).text).subarray(at, at + Math.min(length, 20_000));
          if (part.length === 0) sftp.status(id, STATUS_CODE.EOF);
          else sftp.data(id, part);
        });
        sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ files, privateKey: client.private },
    at: (path: string) => `sftp://127.0.0.1:${port}${path}`,
    close: () => {
      for (const connection of open) connection.end();
      server.close();
    },
  };
}

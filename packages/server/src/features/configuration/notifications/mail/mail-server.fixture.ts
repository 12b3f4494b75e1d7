// A mail server on this machine: keeps what it is handed, and answers as a test says.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came: headers and parts. */
  readonly source: string;
  readonly isEncrypted: boolean;
  readonly user: unknown;
}

export interface MailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Refuses recipients so from now on; undefined: takes them. */
  readonly refuse: (code: number | undefined) => void;
  readonly close: () => Promise<void>;
}

/** Opens one on 127.0.0.1. `login`: it takes mails from nobody else. */
export async function openMailServer(
  options: { readonly login?: { readonly user: string; readonly pass: string } } = {},
): Promise<MailServer> {
  const { login } = options;
  let refusing: number | undefined;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...{ authOptional: !login, disabledCommands: login ? [] : ['AUTH', 'STARTTLS'] },
    ...{ logger: false, disableReverseLookup: true },
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.pass;
      if (isRight) done(null, { user: username });
      else done(new Error(`Wrong password ${password}`));
    },
    onRcptTo: (_address, _session, done) => {
      if (refusing === undefined) return done();
      const error = Object.assign(new Error('No such mailbox'), { responseCode: refusing });
      return done(error);
    },
    onData: (stream, session, done) => {
      stream.toArray().then((chunks) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isEncrypted: Boolean(session.secure),
          user: session.user,
        });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: (code) => {
      refusing = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

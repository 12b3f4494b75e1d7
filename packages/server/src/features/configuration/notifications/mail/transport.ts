// Hands a mail to the mail server of the settings, and says what came of it.
import type { MailConfig } from '../../../../mail-config.ts';
import type { Outcome } from '../post.ts';
import type { WrittenLetter } from './letter.ts';

const connectMs = 10_000;
const silentMs = 15_000;

export interface Mail extends WrittenLetter {
  /** Addresses, each by itself. */
  readonly to: readonly string[];
  /** The same for every attempt. */
  readonly messageId: string;
}

/** Hands one mail over. */
export async function handOver(config: MailConfig, mail: Mail): Promise<Outcome> {
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, login, from } = config;
  const transport = createTransport({
    ...{ host, port, secure: tls === 'implicit' },
    ...{ requireTLS: tls === 'starttls', ignoreTLS: tls === 'off' },
    ...(login && { auth: login }),
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silentMs },
    // A text that looks like a path or an address stays a text.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const { to, messageId, subject, text, html } = mail;
  try {
    const { rejected } = await transport.sendMail({
      ...{ from, subject, text, html },
      to: to.map((address) => ({ name: '', address })),
      messageId: `<${messageId}@${from.address.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (rejected.length === 0) return { isDelivered: true };
    const detail = `The mail server refused ${rejected.length} of ${to.length} addresses.`;
    return { isDelivered: true, detail };
  } catch (error) {
    return failureOf(host, error as SmtpError);
  } finally {
    transport.close();
  }
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Commands whose answer is about the mail itself: another attempt gets the same one. */
const aboutTheMail = /^(MAIL FROM|RCPT TO|DATA)$/;
const longestAnswer = 200;

function failureOf(
  host: string,
  { code, command = '', responseCode, response }: SmtpError,
): Outcome {
  if (responseCode === undefined) {
    return { isDelivered: false, detail: `${host} could not be asked: ${code ?? 'unknown'}.` };
  }
  const isOfMail = aboutTheMail.test(command) || code === 'EENVELOPE';
  // What it says of a sign-in may repeat what it was given.
  const said = isOfMail ? `: ${response?.slice(0, longestAnswer)}` : ` to ${command}`;
  return {
    ...{ isDelivered: false, detail: `${host} answered ${responseCode}${said}.` },
    isFinal: isOfMail && responseCode >= 500,
  };
}

// Settings of the mail server that Attune sends by, and of the address that links in mails lead to.
import { type Setting, secretSetting, setting } from './setting.ts';

export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on, by STARTTLS, or none. */
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: MailAddress;
}

export interface MailAddress {
  /** '' where there is none. */
  readonly name: string;
  readonly address: string;
}

/** The settings by their names in the environment. */
export const mailSettings = {
  PUBLIC_URL: setting(
    'where teammates reach the console, such as `https://attune.shop.example`',
    '',
    readPublicUrl,
    'Links in mails and messages begin with it.',
  ),
  SMTP_URL: secretSetting(
    'a mail server to send mails by: `smtp://user:password@mail.example:587`',
    '',
    readSmtpUrl,
    '`smtp:` takes STARTTLS, `smtps:` TLS from the start. Encode special characters of the password, such as `%40` for @.',
  ),
  SMTP_TLS: setting(
    '`off`: mails go to the server unencrypted',
    'on',
    readTls,
    'Only for a relay on the same machine or network; not with a password.',
  ),
  SMTP_FROM: setting(
    'the sender of mails: `attune@shop.example`, or `Attune <attune@shop.example>`',
    '',
    readFrom,
  ),
} as const;

type Value = <T>(name: keyof typeof mailSettings, from: Setting<T>) => T;

/** Reads the settings together; tells what does not fit together. */
export function mailOf(
  value: Value,
  tell: (error: string) => void,
): { readonly mail: MailConfig | undefined; readonly publicUrl: string | undefined } {
  const publicUrl = value('PUBLIC_URL', mailSettings.PUBLIC_URL);
  const server = value('SMTP_URL', mailSettings.SMTP_URL);
  const isEncrypted = value('SMTP_TLS', mailSettings.SMTP_TLS);
  const from = value('SMTP_FROM', mailSettings.SMTP_FROM);
  if (!server) {
    if (from) tell('SMTP_URL: is needed beside SMTP_FROM');
    return { mail: undefined, publicUrl };
  }
  if (!from) tell('SMTP_FROM: is needed beside SMTP_URL');
  if (!publicUrl) tell('PUBLIC_URL: is needed beside SMTP_URL, for the links in mails');
  const { isImplicit, ...rest } = server;
  if (isEncrypted === false && (isImplicit || rest.login)) {
    tell('SMTP_TLS: off goes neither with smtps: nor with a password');
  }
  const tls = isImplicit ? 'implicit' : isEncrypted ? 'starttls' : 'off';
  return { mail: from && { ...rest, tls, from }, publicUrl };
}

function readPublicUrl(text: string): string | undefined {
  if (text === '') return undefined;
  const wrong = new Error('must be an address such as https://attune.shop.example');
  if (!URL.canParse(text)) throw wrong;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') throw wrong;
  if (pathname !== '/' || search || hash || username) throw wrong;
  return origin;
}

function readSmtpUrl(text: string) {
  if (text === '') return undefined;
  // No part of it is named: it may have a password.
  const wrong = new Error('must be an address such as smtp://user:password@mail.example:587');
  if (!URL.canParse(text)) throw wrong;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw wrong;
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '') throw wrong;
  const isImplicit = protocol === 'smtps:';
  const login = { user: decoded(username, wrong), pass: decoded(password, wrong) };
  return {
    ...{ host: hostname.replace(/^\[|\]$/g, ''), isImplicit },
    port: port === '' ? (isImplicit ? 465 : 587) : Number(port),
    login: username === '' ? undefined : login,
  };
}

function decoded(text: string, wrong: Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong;
  }
}

function readTls(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error('must be on or off');
  return text === 'on';
}

/** One address without anything that a header could be broken by. */
const addressForm = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/;

/** Can a text be the address of a mail? */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && addressForm.test(text);

function readFrom(text: string): MailAddress | undefined {
  if (text === '') return undefined;
  const { name = '', address = text } =
    /^(?<name>[^<>"\r\n]*)<(?<address>[^<>]+)>$/.exec(text)?.groups ?? {};
  if (!isMailAddress(address)) {
    throw new Error('must be an address such as attune@shop.example');
  }
  return { name: name.trim(), address };
}

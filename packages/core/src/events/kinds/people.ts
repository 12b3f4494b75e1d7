// Events in which a user says who they are, and whether they want messages.

import { readOptionalText } from '../fields.ts';
import { readIdentifiers } from '../identifier.ts';
import type { Identifier } from '../parts.ts';
import { joined, type Kind, nothing } from './kind.ts';
import { maxText } from './reading.ts';

export interface Introduction {
  readonly kind: 'identify' | 'login' | 'signup' | 'newsletter-subscription';
  /** Normalised, each once, the main one first. */
  readonly identifiers: readonly Identifier[];
}

const introduction = (kind: Introduction['kind']): Kind<Introduction> => ({
  read: (from) => ({ kind, identifiers: readIdentifiers(from) }),
  isActivity: true,
  statements: nothing,
  about: ({ identifiers }) => joined(identifiers.map(({ type }) => type)),
  anonymised: () => ({ kind, name: kind, identifiers: [] }),
});
export const login = introduction('login');
export const signup = introduction('signup');
export const newsletterSubscription = introduction('newsletter-subscription');
/** It is no outcome: nothing of it is left without its names. */
export const identify: Kind<Introduction> = { ...introduction('identify'), anonymised: null };

export interface MessageOption {
  readonly kind: 'message-optin' | 'message-optout';
  readonly channel: string;
}

const messageOption = (kind: MessageOption['kind']): Kind<MessageOption> => ({
  read: (from) => ({ kind, channel: readOptionalText(from, 'channel', maxText) ?? '' }),
  isActivity: true,
  statements: nothing,
  about: ({ channel }) => channel,
  anonymised: null,
});
export const messageOptin = messageOption('message-optin');
export const messageOptout = messageOption('message-optout');

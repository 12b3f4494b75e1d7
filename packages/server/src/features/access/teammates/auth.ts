// better-auth as this service has it: passwords, sessions and second factors over our tables.
import type { BetterAuthOptions } from 'better-auth';
import { addressHeader } from '../../../address-header.ts';
import type { Context } from '../../../context.ts';
import { notingErrors } from './database-errors.ts';
import { withHashedTokens } from './hashed-tokens.ts';
import { createPasswords } from './passwords/passwords.ts';
import { sessionPlugin } from './session-plugin.ts';

const daySeconds = 86_400;
const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
const owner = { userId: 'teammate_id' };

const session = {
  modelName: 'teammate_session',
  fields: {
    ...owner,
    ...times,
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
  },
  additionalFields: {
    endsAt: { type: 'date', required: false, input: false, fieldName: 'ends_at' },
  },
  expiresIn: 7 * daySeconds,
  updateAge: daySeconds / 24,
} as const;

const account = {
  modelName: 'teammate_account',
  fields: {
    ...owner,
    ...times,
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
} as const;

/** The configuration of better-auth, except for its rows. */
async function optionsOf(ctx: Context) {
  const { twoFactor } = await import('better-auth/plugins/two-factor');
  const { hash, verify } = createPasswords(ctx.config.passwordCost);
  return {
    appName: 'Attune',
    // Our routes call it; none of its own is mounted.
    baseURL: 'http://localhost',
    secrets: ctx.secrets.derive('sessions of teammates'),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: { modelName: 'teammate', fields: { emailVerified: 'email_verified', ...times } },
    session,
    account,
    verification: {
      modelName: 'teammate_verification',
      fields: { ...times, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      // Sign-in checks passwords itself; changes of a teammate's own proofs are better-auth's.
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      password: { hash, verify },
    },
    plugins: [
      await sessionPlugin(),
      twoFactor({
        issuer: 'Attune',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'teammate_second_factor',
            fields: {
              ...owner,
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: '__Host-attune',
      // The prefix that it would put before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'strict', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
  } satisfies BetterAuthOptions;
}

async function open(ctx: Context) {
  const { betterAuth } = await import('better-auth');
  const options = await optionsOf(ctx);
  const database = { db: ctx.db as never, type: 'postgres' as const };
  const { adapter } = await betterAuth({ ...options, database }).$context;
  return betterAuth({
    ...options,
    database: () => withHashedTokens(notingErrors(adapter as never)),
  });
}

/** better-auth, opened when a teammate comes. */
export type Auth = () => ReturnType<typeof open>;

/**
 * Opens better-auth on the context's database at its first use: to load it is a third of a start,
 * and nodes without console requests have no use for it.
 */
export function openAuth(ctx: Context): Auth {
  let opened: ReturnType<typeof open> | undefined;
  return () => {
    opened ??= open(ctx).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

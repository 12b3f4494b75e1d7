// The HSTS header, for browsers that came by HTTPS.
import type { FastifyRequest } from 'fastify';

const yearSeconds = 31_536_000;

/**
 * A browser that came by HTTPS comes by nothing else for a year. Of other hosts below this one we
 * know nothing; a proxy may say more.
 */
export const transportHeaders = ({ protocol }: FastifyRequest): Record<string, string> =>
  protocol === 'https' ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {};

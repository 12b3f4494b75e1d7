// The Fastify instance as this service has it, and what it adds to requests.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ConsoleEndpoint, Endpoint, Permission, Priority } from '@attune/contract';
import type { FastifyInstance } from 'fastify';
import type { ApiError } from '../api-error.ts';
import type { Caller } from '../context.ts';
import type { Log } from '../log/log.ts';
import type { PassedOver } from '../passed-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
    /** What it was answered with, if it was refused. */
    apiError?: ApiError;
    /** What of its body was passed over; undefined before it was read. */
    passedOver?: readonly PassedOver[];
    /** Numbers that were left out of its body, since they would be rounded. */
    unheld?: readonly PassedOver[];
    /** Set once the caller is known to be allowed the request. */
    permission?: Permission | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    consoleEndpoint?: ConsoleEndpoint;
    /** In an overload; a route without one is never refused. */
    priority?: Priority;
  }
}

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, Log>;

// Front door of payload schemas: what a teammate may write of JSON Schema, and data held to it.
export { checkerOf, validatePayloadSchema } from './check.ts';

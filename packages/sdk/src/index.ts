// A thin client of the Experience API.
export {
  type Client,
  createClient,
  type FeedChangeOptions,
  type Person,
} from './client.ts';
export type { Answer, EndpointName, RequestFor } from './endpoint.ts';
export { every } from './every.ts';
export { AttuneError, type ProblemDocument } from './problem.ts';
export type { Bytes, ClientOptions, Send, Sent } from './request.ts';

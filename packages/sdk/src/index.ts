// The client of the Experience API: requests for servers, and the visitor of a browser's page.
export { type BrowserOptions, createVisitor } from './browser.ts';
export {
  type Affinity,
  type AttuneEvent,
  type Choice,
  type ChooseRequest,
  type Chosen,
  type Client,
  createClient,
  type Engagement,
  type Person,
  type Sending,
} from './client.ts';
export type { Answer, BodyOf, EndpointName, RequestFor } from './endpoint.ts';
export { every } from './every.ts';
export type { FeedChange, FeedChangeOptions, FeedDiff } from './feeds.ts';
export { AttuneError, type Failed, type ProblemDocument } from './problem.ts';
export type { Bytes, ClientOptions, Send, Sent } from './request.ts';
export type { Experience, Exposure } from './visitor/experience.ts';
export type { KnownPerson } from './visitor/identity.ts';
export type { Context, PageContext } from './visitor/requests.ts';
export type { Visitor, VisitorOptions } from './visitor/visitor.ts';

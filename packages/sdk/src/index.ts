// A thin client of the Experience API.
export {
  type Client,
  type ClientOptions,
  createClient,
  type FeedChangeOptions,
  type Person,
} from './client.ts';
export { AttuneError, type ProblemDocument } from './problem.ts';

// Which endpoints of the contract are tools of the Model Context Protocol, and how they look.
import { type Endpoint, endpoints } from '@attune/contract';
import Type, { type TSchema } from 'typebox';

export interface ApiTool {
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  /** Does it more than add something? */
  readonly isDestructive: boolean;
  /** Path, query and headers by name, and the body as `body`. */
  readonly input: TSchema;
}

const topics = new Set([
  'Campaigns',
  'Reports',
  'Decisions',
  'Feeds',
  'Strategies',
  'Audiences',
  'Metrics',
]);

/** Files are too large for a conversation: people upload them, by the console or a command. */
const isOfUploads = ({ path }: Endpoint) => path.includes('/uploads');

/** The tools; without `canWrite` only those that change nothing. */
export function toolsOf({ canWrite }: { readonly canWrite: boolean }): ApiTool[] {
  return endpoints
    .filter((endpoint) => topics.has(endpoint.tag) && !isOfUploads(endpoint))
    .map(toolOf)
    .filter(({ isReadOnly }) => canWrite || isReadOnly);
}

function toolOf(endpoint: Endpoint): ApiTool {
  const { id, method, access, summary, description, answers, body } = endpoint;
  // What a Viewer posts on the console changes nothing, unless it creates: a comment.
  const isQuestion = method === 'POST' && access === 'Viewer' && answers[201] === undefined;
  const isReadOnly = method === 'GET' || isQuestion;
  return {
    endpoint,
    name: id,
    title: summary,
    description: description ? `${summary}. ${description}` : `${summary}.`,
    isReadOnly,
    isDestructive: !isReadOnly && answers[201] === undefined,
    input: Type.Object(
      {
        ...endpoint.params?.properties,
        ...endpoint.query?.properties,
        ...endpoint.headers?.properties,
        ...(body && { body }),
      },
      { additionalProperties: false },
    ),
  };
}

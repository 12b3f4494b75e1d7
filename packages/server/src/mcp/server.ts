// A server of the Model Context Protocol whose tools are endpoints of the API.
import {
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import { compileCheck } from '../http/validate.ts';
import { version } from '../version.ts';
import { type Api, callApi } from './call-api.ts';
import { toolsOf } from './tools.ts';

const instructions =
  'Attune decides what visitors of a site see. A campaign has experiences (targeting) and ' +
  'variations (what is shown); whyDecision explains what a visitor would see, reportCampaign says ' +
  'what variations did. Changes of a campaign are a draft until publishCampaign. To replace ' +
  'something safely, pass the version that you read as if-match, in double quotes.';

/** Makes what makes servers, each of which calls the API with one key. */
export function mcpServers({ canWrite }: { readonly canWrite: boolean }) {
  const tools = toolsOf({ canWrite }).map(({ input, ...tool }) => {
    const schema = JSON.parse(JSON.stringify(input)) as JsonSchemaType;
    return { ...tool, inputSchema: fromJsonSchema<Record<string, unknown>>(schema, validator) };
  });
  return (api: Api): McpServer => {
    const server = new McpServer({ name: 'attune', version }, { instructions });
    for (const tool of tools) {
      const { endpoint, name, title, description, inputSchema, isReadOnly, isDestructive } = tool;
      const annotations = {
        title,
        readOnlyHint: isReadOnly,
        destructiveHint: isDestructive,
        idempotentHint: isReadOnly || endpoint.method !== 'POST',
        openWorldHint: false,
      };
      const config = { title, description, inputSchema, annotations };
      server.registerTool(name, config, (given, { mcpReq }) =>
        callApi(api, endpoint, given, mcpReq.signal),
      );
    }
    return server;
  };
}

/** Checks as the API does. All but the body is text there, which numbers are made here. */
const validator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    const check = compileCheck(schema as TSchema);
    return (input: unknown) => {
      const data = Object.fromEntries(Object.entries(input ?? {}).map(asText));
      const faults = check(data);
      if (faults.length === 0) return { valid: true, data: data as T, errorMessage: undefined };
      const errorMessage = faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
      return { valid: false, data: undefined, errorMessage };
    };
  },
};

const asText = ([name, value]: [string, unknown]): [string, unknown] =>
  typeof value === 'number' || typeof value === 'boolean' ? [name, String(value)] : [name, value];

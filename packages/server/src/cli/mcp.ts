// attune mcp: the management API as tools of the Model Context Protocol.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command, CommanderError } from 'commander';
import { serveMcp } from '../mcp/http.ts';
import { mcpServers } from '../mcp/server.ts';
import { strict, wholeNumberOf } from './command.ts';
import { exitCodes, printFailure } from './output.ts';

interface Options {
  readonly url: string;
  readonly write?: boolean;
  readonly http?: number;
}

/** The key is in the environment: command lines can be read by others on the machine. */
const keyVariable = 'ATTUNE_API_KEY';

export const mcpCommand: Command = strict(
  new Command('mcp')
    .description('Serve management endpoints as tools of AI assistants.')
    .option('--url <address>', "the API's address", 'http://localhost:8080')
    .option('--write', 'offer tools that change something, too')
    .option(
      '--http <port>',
      'serve streamable HTTP on 127.0.0.1, not standard input',
      wholeNumberOf,
    ),
).action(async ({ url, write: canWrite = false, http: port }: Options) => {
  try {
    if (!URL.canParse(url)) throw usage('--url is an address, such as http://localhost:8080.');
    if (port !== undefined) {
      const address = await serveMcp({ url, port, canWrite });
      process.stderr.write(`Attune's tools are ready at ${address}\n`);
      return;
    }
    const key = process.env[keyVariable];
    if (!key) throw usage(`set ${keyVariable} to an API key with the permission "manage".`);
    const serverOf = mcpServers({ canWrite });
    serveStdio(() => serverOf({ url, key }));
  } catch (error) {
    printFailure(error);
  }
});

const usage = (message: string) => new CommanderError(exitCodes.usage, 'attune.usage', message);

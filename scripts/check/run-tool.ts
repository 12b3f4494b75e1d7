// How a tool among the development dependencies is run.
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../project.ts';

/** What is wrong, for a person to read; nothing when all is well. */
export type Finding = string | undefined;

export interface ToolRun {
  readonly ok: boolean;
  readonly out: string;
  readonly err: string;
}

const tools = join(projectRoot, 'node_modules/.bin');
// The tools are scripts, and run on the Node that the project brings.
const env = {
  ...process.env,
  PATH: [tools, process.env['PATH']].join(delimiter),
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};

/** Runs a tool in a folder, by default the project's root, to its end; at most ten minutes. */
export function run(tool: string, args: readonly string[], cwd = projectRoot): Promise<ToolRun> {
  const options = { cwd, env, maxBuffer: 2 ** 28, timeout: 600_000 };
  return new Promise((settle) => {
    execFile(join(tools, tool), args, options, (error, out, err) => {
      const silent = out === '' && err === '';
      settle({ ok: error === null, out, err: error && silent ? error.message : err });
    });
  });
}

/** Runs a tool whose exit code says whether all is well. */
export async function runTool(tool: string, args: readonly string[]): Promise<Finding> {
  const { ok, out, err } = await run(tool, args);
  return ok ? undefined : `${out}${err}`;
}

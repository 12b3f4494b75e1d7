// `npm run build`: builds the console for processes that serve it and do not build it themselves.
import { buildConsole } from '../packages/server/src/cli/console-build.ts';

const isBuilt = await buildConsole({ say: console.log });
console.log(
  isBuilt ? 'The console is built.' : 'It is not built. Is all that "npm ci" brings there?',
);
process.exitCode = isBuilt ? 0 : 1;

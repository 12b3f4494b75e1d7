// `npm run build`: builds the console for processes that serve it and do not build it themselves,
// and packs the program, so that processes start in half the time.
import { buildConsole } from '../packages/server/src/cli/console-build.ts';
import { pack } from './pack.ts';

const missing = 'Is all that "npm ci" brings there?';
const isBuilt = await buildConsole({ say: console.log });
console.log(isBuilt ? 'The console is built.' : `The console is not built. ${missing}`);
const fault = await pack().catch((error: Error) => error);
console.log(
  fault ? `The program is not packed: ${fault.message} ${missing}` : 'The program is packed.',
);
process.exitCode = isBuilt && !fault ? 0 : 1;

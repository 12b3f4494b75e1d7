// `npm run build`: builds the console for processes that serve it and do not build it themselves,
// packs the program, so that processes start in half the time, and makes the client a package.
// `npm run build -- package` makes a package of console and program as well.
import { buildConsole } from '../packages/server/src/cli/console-build.ts';
import { pack } from './pack.ts';
import { makePackage } from './package/package.ts';
import { buildSdk } from './sdk/build.ts';

const missing = 'Is all that "npm ci" brings there?';
const isBuilt = await buildConsole({ say: console.log });
console.log(isBuilt ? 'The console is built.' : `The console is not built. ${missing}`);
const fault = await pack().catch((error: Error) => error);
console.log(
  fault ? `The program is not packed: ${fault.message} ${missing}` : 'The program is packed.',
);
buildSdk();
console.log('The client is built: npm pack ./packages/sdk/dist');
process.exitCode = isBuilt && !fault ? 0 : 1;
if (process.argv[2] === 'package' && process.exitCode === 0) {
  console.log(`The package is ${makePackage()}`);
}

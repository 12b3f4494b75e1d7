// Knows a pattern as instructions of a machine that is in several places at once.

import type { PatternNode } from './parse.ts';

export type Instruction =
  /** Goes on with the next instruction if the character matches. */
  | { kind: 'character'; atom: number }
  /** Goes on with the next instruction if the place is such a one. */
  | { kind: 'assert'; sign: '^' | '$' | '\\b' | '\\B' }
  | { kind: 'fork'; to: number[] }
  | { kind: 'accept' };

export interface Program {
  readonly instructions: readonly Instruction[];
  /** The texts of single characters, classes and escapes that instructions refer to. */
  readonly atoms: readonly string[];
  /** Can it match at the start of a text only? */
  readonly isAnchored: boolean;
}

/** Writes a pattern out; counted repeats become copies. */
export function toProgram(pattern: PatternNode): Program {
  const instructions: Instruction[] = [];
  const atoms = new Map<string, number>();
  write(pattern);
  instructions.push({ kind: 'accept' });
  return { instructions, atoms: [...atoms.keys()], isAnchored: isAnchored(pattern) };

  function write(node: PatternNode): void {
    switch (node.kind) {
      case 'character': {
        const atom = atoms.get(node.text) ?? atoms.size;
        atoms.set(node.text, atom);
        instructions.push({ kind: 'character', atom });
        return;
      }
      case 'assertion':
        instructions.push({ kind: 'assert', sign: node.sign });
        return;
      case 'sequence':
        node.items.forEach(write);
        return;
      case 'choice':
        writeChoice(node.options);
        return;
      case 'repeat':
        for (let copy = 0; copy < node.min; copy += 1) write(node.item);
        if (node.max === Infinity) writeLoop(node.item);
        else writeOptional(node.item, node.max - node.min);
    }
  }

  function writeChoice(options: readonly PatternNode[]): void {
    const fork = open();
    const ends = options.map((option) => {
      fork.to.push(instructions.length);
      write(option);
      return open();
    });
    for (const end of ends) end.to.push(instructions.length);
  }

  function writeLoop(item: PatternNode): void {
    const start = instructions.length;
    const fork = open();
    fork.to.push(instructions.length);
    write(item);
    open().to.push(start);
    fork.to.push(instructions.length);
  }

  /** Copies of which each may be the last, or none may be. */
  function writeOptional(item: PatternNode, copies: number): void {
    const forks = Array.from({ length: copies }, () => {
      const fork = open();
      fork.to.push(instructions.length);
      write(item);
      return fork;
    });
    for (const fork of forks) fork.to.push(instructions.length);
  }

  /** A fork whose targets are not known yet. */
  function open(): { kind: 'fork'; to: number[] } {
    const fork: { kind: 'fork'; to: number[] } = { kind: 'fork', to: [] };
    instructions.push(fork);
    return fork;
  }
}

/** Does every match of the pattern begin at the start of the text? */
export function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'assertion') return node.sign === '^';
  if (node.kind === 'choice') return node.options.every(isAnchored);
  return node.kind === 'sequence' && node.items[0] !== undefined && isAnchored(node.items[0]);
}

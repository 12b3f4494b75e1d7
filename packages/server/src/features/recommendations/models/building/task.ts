// The task of a building thread, and its messages.
import type { EvaluationInput } from '@attune/contract';
import type { AffinitySettings, Method } from '@attune/core';
import type { DatabaseTarget } from '../../../../db/connection.ts';
import type { EvaluationReport } from '../evaluations/store.ts';
import type { ModelFacts } from '../facts.ts';
import type { Strategy } from '../needed.ts';

export interface ModelToBuild {
  readonly key: string;
  readonly method: Method;
  /** The feed of the coverage, and of the items that a method learns from, where it does. */
  readonly feed: string | undefined;
}

export interface Task {
  readonly siteId: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly memoryBytes: number;
  /** How often a day one user counts in what is learned. */
  readonly mostADay: number;
  readonly models: readonly ModelToBuild[];
  readonly evaluation?: EvaluationToRun;
}

/** Strategies to be compared on the log, and what they are to be judged with. */
export interface EvaluationToRun {
  readonly id: string;
  readonly asked: Required<EvaluationInput>;
  readonly strategies: readonly Strategy[];
  /** The feed whose items can be recommended; undefined: those of the log alone. */
  readonly feed: string | undefined;
  readonly affinity: {
    readonly properties: readonly string[];
    readonly settings: AffinitySettings;
  };
}

/** A task as a thread is given it. */
export interface ThreadData {
  readonly target: DatabaseTarget;
  readonly logLevel: string;
  /** In which pages are counted, to which it yields. */
  readonly pages: SharedArrayBuffer;
  readonly task: Task;
}

export type TaskMessage =
  | {
      readonly type: 'progress';
      /** The models that wait for it. */
      readonly keys: readonly string[];
      readonly phase: string;
      readonly share: number;
      readonly rows: number;
    }
  /** A version was written, and may be used. */
  | {
      readonly type: 'built';
      readonly key: string;
      readonly version: number;
      readonly facts: ModelFacts;
    }
  /** There is no such feed. */
  | { readonly type: 'unchanged'; readonly key: string }
  | { readonly type: 'failed'; readonly key: string; readonly fault: string }
  | { readonly type: 'evaluating'; readonly phase: string; readonly share: number }
  | { readonly type: 'evaluated'; readonly report: EvaluationReport }
  | { readonly type: 'not-evaluated'; readonly fault: string };

export type Report = (message: TaskMessage) => void;

/** A message as a thread sends it. */
export interface ThreadMessage {
  readonly message: TaskMessage;
  /** The processor time of the thread so far. */
  readonly cpuMs: number;
}

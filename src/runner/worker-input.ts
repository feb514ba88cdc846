import type { NameForm } from '../arbitraries/name-form.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { RunOptions } from './run-options.ts';

/** What the process that starts the suites hands to the worker that runs them. */
export interface WorkerInput {
  readonly options: RunOptions;
  readonly tag: string;
  /** When the run began, by `monotonicMs`. */
  readonly startedAtMs: number;
  /** What the preflight did: the worker goes on where it ended. */
  readonly exchanges: readonly Exchange[];
  readonly nextTag: number;
  readonly workingCategories: readonly bigint[];
  readonly nameForm: NameForm;
  /** The name of the channel between the two. */
  readonly channel: string;
}

/** What goes over the channel between the two. */
export type WorkerMessage =
  /** Events as the JSON that the journal has of them, which is cheaper to copy than the events. */
  | { readonly kind: 'events'; readonly json: readonly string[] }
  | { readonly kind: 'stop'; readonly reason: 'interrupted' | 'max-time' };

declare module 'vitest' {
  export interface ProvidedContext {
    conformanceRun: WorkerInput;
  }
}

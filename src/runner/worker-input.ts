import type { NameForm } from '../arbitraries/name-form.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { RunOptions } from './run-options.ts';

export interface WorkerInput {
  readonly options: RunOptions;
  readonly tag: string;
  /** When the run began, by `monotonicMs`. */
  readonly startedAtMs: number;
  /** The exchanges of the preflight, after which the worker continues. */
  readonly exchanges: readonly Exchange[];
  readonly nextTag: number;
  readonly workingCategories: readonly bigint[];
  readonly nameForm: NameForm;
  /** The name of the channel between the two. */
  readonly channel: string;
}

/** The messages between the worker and the main thread. */
export type WorkerMessage =
  /** Events as the JSON that the journal has of them, which is cheaper to copy than the events. */
  | { readonly kind: 'events'; readonly json: readonly string[] }
  | { readonly kind: 'stop'; readonly reason: 'interrupted' | 'max-time' };

declare module 'vitest' {
  export interface ProvidedContext {
    conformanceRun: WorkerInput;
  }
}

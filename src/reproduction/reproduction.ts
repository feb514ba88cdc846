import type { HeaderList } from '../exchange/exchange.ts';

/** A text with variables in it: keys, and ids of animals that earlier steps created. */
export type Template = readonly (string | Variable)[];

export interface Variable {
  /** Lower-case letters, digits and underscores. */
  readonly name: string;
}

/** A variable that the user sets before: a key, or a text derived from one. */
export interface GivenVariable extends Variable {
  /** The shell expression of its value: `$ANIMAL_STORE_API_KEY`. */
  readonly expression: string;
}

/** A request without this program. */
export interface StepRequest {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly target: Template;
  /** As sent, without those that each client adds itself. */
  readonly headers: readonly (readonly [name: HeaderList[number][0], value: Template])[];
  readonly body: Template | null;
  /** The bytes of the body in the first of two writes. */
  readonly firstWriteBytes: number | null;
}

/** One request, and what is taken from and expected of its response. */
export interface Step {
  /** Its part in the proof: `control`, `creation`, `the request`. */
  readonly role: string;
  readonly request: StepRequest;
  /** Statuses without which the rest says nothing; empty: any. */
  readonly assumed: readonly number[];
  readonly captures: readonly Capture[];
  readonly assertions: readonly Assertion[];
}

/** A member of the response body, kept for later steps; `''` is the body itself. */
export interface Capture extends Variable {
  readonly member: string;
}

/** A property of the response of a conforming service. Members are those of the response body; `''` is the body itself. */
export type Assertion =
  | { readonly kind: 'status'; readonly allowed: readonly number[] }
  | { readonly kind: 'status-not'; readonly status: number }
  | { readonly kind: 'status-between'; readonly least: number; readonly most: number }
  | { readonly kind: 'header'; readonly name: string; readonly pattern: string | null }
  | { readonly kind: 'remaining-within-limit' }
  | { readonly kind: 'reset-is-near' }
  | {
      readonly kind: 'type';
      readonly member: string;
      readonly type: 'string' | 'integer' | 'list' | 'object';
    }
  | { readonly kind: 'equals'; readonly member: string; readonly value: string | bigint }
  | { readonly kind: 'differs'; readonly member: string; readonly value: string }
  | { readonly kind: 'captured'; readonly member: string; readonly variable: string; readonly equal: boolean }
  | { readonly kind: 'at-most'; readonly count: number }
  | { readonly kind: 'no-element'; readonly index: number }
  | { readonly kind: 'only-status'; readonly status: string }
  | { readonly kind: 'unique-ids' }
  | { readonly kind: 'pet'; readonly isList: boolean }
  | { readonly kind: 'json' }
  | { readonly kind: 'lacks'; readonly text: Template };

/** A finding as requests and expected responses, or why it can't be written so. */
export type Reproduction = ReproducedFinding & (Reproducible | NotReproducible);

interface ReproducedFinding {
  readonly requirement: string;
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The command that replays it with this program. */
  readonly replay: string;
}

export interface Reproducible {
  readonly steps: readonly Step[];
}

export interface NotReproducible {
  /** One sentence without a full stop. */
  readonly reason: string;
}

/** The findings of a report, ready to be written in any format. */
export interface ReproducedReport {
  readonly baseUrl: string;
  readonly suite: string;
  readonly startedAt: string;
  readonly reproductions: readonly Reproduction[];
  readonly variables: readonly GivenVariable[];
}

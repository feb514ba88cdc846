import type fc from 'fast-check';
import type { RequirementId, ScenarioName } from '../../suites/requirements.ts';
import type { Check } from './check.ts';
import { assume } from './outcome.ts';
import type { RunOptions } from './run-options.ts';
import { type CaseTable, sendCases } from './send-cases.ts';

export type Work = (check: Check) => Promise<unknown>;

/** The check of a requirement, or traffic that serves several. */
export interface SuiteCheck {
  readonly time: 'first' | 'usual' | 'last';
  /** Whether a smoke run makes it, with its first case. */
  readonly smoke: boolean;
  /** Whether it creates animals, so that a read-only run skips it. */
  readonly creates: boolean;
  /** The minimum number of animals in the store. */
  readonly storeOf: number;
  /** How many requests it sends and animals it creates, for each of its cases or without a table once. */
  readonly cost: { readonly requests: number; readonly animals: number };
  /** Its hand-written cases; `null` without a table. */
  readonly table: { readonly count: (options: RunOptions) => number; readonly weight: number } | null;
  /** Whether fast-check generates further ones. */
  readonly generates: boolean;
  readonly run: Work;
}

/** A further check of a requirement, which can violate it; whether it holds is for the first one to decide. */
type FurtherCheck = `${RequirementId}, ${string}`;

/** The checks of requirements and scenarios by name. */
export type Suite = Readonly<
  Partial<Record<RequirementId | ScenarioName, SuiteCheck>> & Record<FurtherCheck, SuiteCheck>
>;

/** The requirement of a check with this name. */
export function requirementOf(name: string): string {
  return name.split(', ', 1)[0] ?? name;
}

type MetNeeds = Pick<SuiteCheck, 'time' | 'smoke' | 'creates' | 'storeOf' | 'cost'>;

interface Needs {
  /** `first`: while lists are short; `last`: after all others. */
  readonly time?: 'first' | 'last';
  readonly smoke?: true;
  readonly storeOf?: number;
  /** The requests that it usually sends, or of one of its cases. By default 1. */
  readonly requests?: number;
  /** The animals that it creates, or one of its cases. */
  readonly animals?: number;
  /** Whether a read-only run skips it, because it sends creations. By default if it creates animals. */
  readonly creates?: boolean;
}

/** A check that has no table of cases. */
export function once(run: Work, needs: Needs = {}): SuiteCheck {
  return { ...needsOf(needs), table: null, generates: false, run };
}

/**
 * A requirement that is judged on every response of the run, and sends nothing: it holds if a response is evidence for
 * it and none violates it.
 *
 * @param needs `creates`: whether only responses to creations are evidence
 */
export function rule(needs: Pick<Needs, 'creates'> = {}): SuiteCheck {
  const run: Work = async ({ requirement, session }) => {
    const undecided = session.undecided(requirement);
    assume(undecided.length === 0, `not received: ${undecided.join(', ')}`);
  };
  return once(run, { time: 'last', smoke: true, requests: 0, ...needs });
}

interface TableOf<Case> extends Needs, Omit<CaseTable<Case>, 'cases' | 'generated'> {
  /** The most effective first. */
  readonly cases: readonly Case[] | ((options: RunOptions) => readonly Case[]);
  readonly generated?: (check: Check) => fc.Arbitrary<Case>;
  /** Judges all cases together. */
  readonly after?: Work;
}

/** A check that sends a table of cases and judges each. A run may send only the first ones. */
export function table<Case>({ cases, generated, after, ...parts }: TableOf<Case>): SuiteCheck {
  const casesFor = (options: RunOptions) => (typeof cases === 'function' ? cases(options) : cases);
  return {
    ...needsOf(parts),
    table: { count: (options) => casesFor(options).length, weight: parts.weight ?? 1 },
    generates: generated !== undefined,
    run: async (one) => {
      const arbitrary = generated?.(one);
      await sendCases(one, { ...parts, cases: casesFor(one.options), generated: arbitrary });
      await after?.(one);
    },
  };
}

function needsOf({ time, smoke, storeOf = 0, requests = 1, animals = 0, creates }: Needs): MetNeeds {
  return {
    time: time ?? 'usual',
    smoke: smoke === true,
    creates: creates ?? animals > 0,
    storeOf,
    cost: { requests, animals },
  };
}

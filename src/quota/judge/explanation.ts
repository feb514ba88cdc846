import type { LimiterKind } from '../judgement.ts';
import type { Ledger } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';
import type { RefusalChain } from './refusal-chain.ts';

/** The requests of one key, as the limiters see them. */
export interface KeyTrace {
  readonly ledger: Ledger;
  readonly chains: readonly RefusalChain[];
  /** From when on nothing that was sent before the measurement can count any more. */
  readonly knownFromMs: number;
  /** The most that was surely served under one announced `Reset`; 0 where labels say nothing. */
  readonly mostUnderOneReset: number;
}

/** What one limiter says of a trace. */
export interface Explanation {
  readonly kind: LimiterKind;
  /** Whether it could have served as much as was served. */
  readonly admits: boolean;
  /** The chains of refusals that it would not have begun, at its best. */
  readonly unjustified: readonly RefusalChain[];
}

/** Tries one limiter on the traces of all keys of a plan. */
export type LimiterModel = (traces: readonly KeyTrace[], figures: QuotaFigures) => Explanation;

/** Chains that begin after everything that counts is on record. */
export function judgeableChains({ chains, knownFromMs }: KeyTrace): RefusalChain[] {
  return chains.filter(({ startMs }) => startMs >= knownFromMs);
}

/** Whether this limiter explains all that was seen. */
export function explainsAll({ admits, unjustified }: Explanation): boolean {
  return admits && unjustified.length === 0;
}

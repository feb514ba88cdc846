import type { Check } from '../../../src/runner/check.ts';
import type { RequirementId } from '../../requirements.ts';

/** One further case of a requirement. The requirements of every response apply to it as well. */
export interface Variety {
  readonly requirement: RequirementId;
  /** Sends it, with the check of the requirement. */
  readonly send: (check: Check) => Promise<unknown>;
  /** Whether it has no valid key, and so could get this address banned. */
  readonly isKeyless?: true;
}

/** Further cases of a requirement that are all sent in the same way. */
export function family<Case>(
  requirement: RequirementId,
  cases: readonly Case[],
  send: (check: Check, one: Case) => Promise<unknown>,
): Variety[] {
  return cases.map((one) => ({ requirement, send: (check) => send(check, one) }));
}

/** The same without a valid key, which could get this address banned. */
export function keyless(varieties: readonly Variety[]): Variety[] {
  return varieties.map((variety) => ({ ...variety, isKeyless: true }));
}

/** The families evenly interleaved: a beginning of it has the same share of each. */
export function interleaved<Case>(families: readonly (readonly Case[])[]): readonly Case[] {
  return families
    .flatMap((family) => family.map((one, index) => ({ one, place: (index + 0.5) / family.length })))
    .toSorted((left, right) => left.place - right.place)
    .map(({ one }) => one);
}

import type { Exchange } from '../exchange/exchange.ts';
import type { Deviation } from '../verdict/finding.ts';

/** Thrown by an inconclusive check; the message has the reason and the remedy. */
export class Inconclusive extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Inconclusive';
  }
}

/** Thrown if a request gets no response that a check can judge, whatever the check has seen before. */
export class Unanswered extends Inconclusive {}

/** Thrown where a case violates another requirement, which its own check decides: the case decides nothing here. */
export class OfAnotherRequirement extends Inconclusive {}

/** Thrown by a check without a required option; the message says which to pass. */
export class Skipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Skipped';
  }
}

/** Thrown where a response violates a requirement, which ends the check or its case. */
export class Violation extends Error {
  readonly requirement: string;
  readonly exchange: Exchange;
  readonly deviation: Deviation;

  constructor(requirement: string, exchange: Exchange, deviation: Deviation) {
    super(deviation.message);
    this.name = 'Violation';
    this.requirement = requirement;
    this.exchange = exchange;
    this.deviation = deviation;
  }
}

/**
 * States what a check needs to decide anything.
 *
 * @throws {Inconclusive} with the reason if it does not hold.
 */
export function assume(holds: boolean, reason: string, Reason = Inconclusive): asserts holds {
  if (!holds) {
    throw new Reason(reason);
  }
}

/** Thrown by an inconclusive check; the message has the reason and the remedy. */
export class Inconclusive extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Inconclusive';
  }
}

/** Thrown if a request gets no response that a check can judge, whatever the check has seen before. */
export class Unanswered extends Inconclusive {}

/** Thrown if a request repeatedly gets no response, which is already reported as a deviation. */
export class AnswerWithheld extends Unanswered {}

/** Thrown by a check that was not given what it needs; the message says what to give. */
export class Skipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Skipped';
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

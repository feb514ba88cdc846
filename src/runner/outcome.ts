/** Thrown by a check that tried and could not tell; the message says why, and what would change that. */
export class Inconclusive extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Inconclusive';
  }
}

/** Thrown where a request brings no answer, again and again, and that is reported as a deviation already. */
export class AnswerWithheld extends Inconclusive {}

/** Thrown by a check that was not given what it needs; the message says what to give. */
export class Skipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Skipped';
  }
}

/** Thrown out of a check whose requirement has findings, so that the test runner sees it fail. */
export class RequirementViolated extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RequirementViolated';
  }
}

/** Thrown by an inconclusive check; the message has the reason and the remedy. */
export class Inconclusive extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Inconclusive';
  }
}

/** Thrown if a request repeatedly gets no response, which is already reported as a deviation. */
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
    // Otherwise the test runner would read the source map of each file of a stack that is never shown.
    this.stack = `${this.name}: ${message}`;
  }
}

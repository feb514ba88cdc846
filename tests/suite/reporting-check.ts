import { Check } from '../../src/suite/check.ts';
import { Violation } from '../../src/suite/outcome.ts';

/** A check that reports a violation as soon as it throws it, as the run does afterwards. */
export class ReportingCheck extends Check {
  override as(requirement: string): Check {
    return new ReportingCheck(requirement, this.level, this.session);
  }

  override violated(...parts: Parameters<Check['violated']>): never {
    try {
      return super.violated(...parts);
    } catch (error) {
      if (error instanceof Violation) {
        this.report(error);
      }
      throw error;
    }
  }
}

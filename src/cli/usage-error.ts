/**
 * A mistake in the command line, the environment, the configuration or a file that was given. Its message is
 * one line without a full stop at its end: what is wrong, where, and what to do. No secret stands in it.
 */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Fails a test. It has no place in the code: it speaks of a service, not of the line that found it out. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

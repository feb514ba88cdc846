import type { RunEvent } from './run-event.ts';

/** An internal error of the suite, in the check of a requirement or elsewhere (`null`). */
export function internalError(error: unknown, requirement: string | null = null): RunEvent {
  return { type: 'internal-error', requirement, message: errorDetails(error) };
}

/** The message of an error with its stack. */
export function errorDetails(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

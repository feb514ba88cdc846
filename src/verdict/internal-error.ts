import type { RunEvent } from './run-event.ts';

/** The event of a fault of the suite itself: in the check of a requirement, or elsewhere (`null`). */
export function internalError(error: unknown, requirement: string | null = null): RunEvent {
  return { type: 'internal-error', requirement, message: errorDetails(error) };
}

/** What is known of an error, with its place in the program. */
export function errorDetails(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

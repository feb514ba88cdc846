import type { PreflightStep } from '../verdict/run-event.ts';

export function good(name: string, text: string): PreflightStep {
  return { name, outcome: 'good', text, remedy: null };
}

/** A step that found something to know. */
export function note(name: string, text: string, remedy: string | null = null): PreflightStep {
  return { name, outcome: 'note', text, remedy };
}

/** A step that found what no run can be made with. */
export function problem(name: string, text: string, remedy: string): PreflightStep {
  return { name, outcome: 'problem', text, remedy };
}

import type { Decoration } from '../parts.ts';
import type { Problem } from '../problem.ts';
import { errorBodies, type JsonMembers } from './decorations.ts';

/** Changes `Error` bodies of one status. */
export function errorsOf(
  status: number,
  change: (body: JsonMembers, problem: Problem) => unknown,
): Decoration {
  return errorBodies((body, problem) => (problem.status === status ? change(body, problem) : body));
}

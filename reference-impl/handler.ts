import type { Answer, ApiRequest, Outcome } from './messages.ts';
import type { Parts } from './parts.ts';
import { internalError, Problem, tooManyRequests, unauthorized } from './problem.ts';

/** Answers one request: first who asks, then whether they may ask now, then what they ask. */
export async function handle(request: ApiRequest, parts: Parts): Promise<Answer> {
  const token = parts.readCredential(request);
  const key = token === null ? null : parts.findKey(token);
  const allowance = await parts.takeAllowance(key);
  if (key === null) {
    return { ...parts.showProblem(unauthorized(), request), allowance };
  }
  if (!allowance.admitted) {
    const seconds = Math.max(1, Math.ceil((allowance.nextAt - parts.clock.now()) / 1000));
    return { ...parts.showProblem(tooManyRequests(seconds), request), allowance };
  }
  return { ...(await perform(request, parts)), allowance };
}

async function perform(request: ApiRequest, parts: Parts): Promise<Outcome> {
  try {
    const route = parts.route(request);
    return await parts[route.operation](request, route, parts);
  } catch (error) {
    return parts.showProblem(error instanceof Problem ? error : internalError(), request);
  }
}

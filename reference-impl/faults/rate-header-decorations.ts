import type { Answer, ApiRequest } from '../messages.ts';
import type { Allowance, Decoration, RateSettings } from '../parts.ts';
import { plans } from '../plans.ts';
import { around } from './fault.ts';

type Headers = Readonly<Record<string, string>>;

export const limitName = 'X-RateLimit-Limit';
export const remainingName = 'X-RateLimit-Remaining';
export const resetName = 'X-RateLimit-Reset';

/** Changes the three headers. */
export function headers(
  change: (headers: Headers, answer: Answer, request: ApiRequest) => Headers,
): Decoration {
  return around(
    'showAllowance',
    (inner) => (answer, request) => change(inner(answer, request), answer, request),
  );
}

export function leavingOut(names: readonly string[], when: (answer: Answer) => boolean): Decoration {
  return headers((all, answer) =>
    when(answer) ? Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) : all,
  );
}

export function saying(
  name: string,
  value: (allowance: Allowance, answer: Answer) => string | number,
): Decoration {
  return headers((all, answer) => ({ ...all, [name]: String(value(answer.allowance, answer)) }));
}

/** Says another limit, the remaining requests moved with it. */
export function sayingLimit(
  limitOf: (limit: number, request: ApiRequest, settings: RateSettings) => number,
): Decoration {
  return around('showAllowance', (inner, { rateSettings }) => (answer, request) => {
    const { limit, remaining } = answer.allowance;
    const said = limitOf(limit, request, rateSettings);
    return {
      ...inner(answer, request),
      [limitName]: String(said),
      [remainingName]: String(Math.max(0, said - (limit - remaining))),
    };
  });
}

/** Shows a `Remaining` that does not count some served requests. */
export function notCounting(isLeftOut: (answer: Answer, request: ApiRequest) => boolean): Decoration {
  return costing((answer, request) => (isLeftOut(answer, request) ? 0 : 1));
}

/** Shows a `Remaining` that each request lowers by its cost. */
export function costing(costOf: (answer: Answer, request: ApiRequest) => number): Decoration {
  return around('showAllowance', (inner) => {
    const extras = new Map<string, number>();
    return (answer, request) => {
      const { limit, remaining, resetsAt } = answer.allowance;
      const window = `${request.headers.authorization} ${resetsAt}`;
      const extra = (extras.get(window) ?? 0) + costOf(answer, request) - 1;
      extras.set(window, extra);
      const shown = Math.min(limit, Math.max(0, remaining - extra));
      return { ...inner(answer, request), [remainingName]: String(shown) };
    };
  });
}

/** The limits of the next larger plan; for Enterprise, twice its own. */
export function nextPlan(limit: number, settings: RateSettings): number {
  const figures = plans.map((plan) => settings.planLimits[plan]);
  const larger = figures.find((figure) => figure.perMinute > limit);
  return larger?.perMinute ?? limit * 2;
}

export const allNames = [limitName, remainingName, resetName];
export const always = () => true;
export const needsPlan = { needs: 'plan' };
export const hourS = 3_600;

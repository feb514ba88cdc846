import type { Plan, QuotaKey } from '../../runner/run-options.ts';
import { suggestion } from '../nearest.ts';
import { UsageError } from '../usage-error.ts';
import { parseApiKey } from './api-key.ts';
import type { Given } from './given.ts';
import { plans } from './plans.ts';

/**
 * A key that the run may use up, with its plan in front: `free=KEY`. What was given never stands in the error:
 * where the plan is missing, any part of it may belong to the key.
 *
 * @throws {UsageError} for anything else.
 */
export function parseQuotaKey(given: Given): QuotaKey {
  const { text, label } = given;
  const equals = text.indexOf('=');
  if (equals === -1) {
    const example = plans.find((plan) => plan === text) ?? 'free';
    throw new UsageError(`${label}: this is not PLAN=KEY: write e.g. ${example}=KEY`);
  }
  return {
    plan: planOf({ text: text.slice(0, equals), label }, 'what stands before the "="'),
    key: parseApiKey({ text: text.slice(equals + 1), label }),
  };
}

/**
 * The plan alone, where a key is not needed.
 *
 * @throws {UsageError} for anything else; what was given is not repeated.
 */
export function parseQuotaPlan(given: Given): Plan {
  return planOf(given, 'this');
}

function planOf({ text, label }: Given, described: string): Plan {
  const plan = plans.find((candidate) => candidate === text);
  if (plan === undefined) {
    throw new UsageError(
      `${label}: ${described} is none of ${plans.join(', ')}${suggestion(text, plans, '; write e.g. free=KEY')}`,
    );
  }
  return plan;
}

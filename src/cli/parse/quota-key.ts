import type { Plan, QuotaKey } from '../../runner/run-options.ts';
import { suggestion } from '../nearest.ts';
import { UsageError } from '../usage-error.ts';
import { parseApiKey } from './api-key.ts';
import type { Given, Located } from './given.ts';
import { plans } from './plans.ts';

/**
 * A key that the run may use up, with its plan in front: `free=KEY`; or the plan alone, with an empty key. What was given
 * never appears in the error: without a plan, any part of it may belong to the key.
 *
 * @throws {UsageError} for anything else.
 */
export function parseQuotaKey({ text, label }: Given): QuotaKey {
  const equals = text.indexOf('=');
  if (equals === -1) {
    return { plan: planOf({ text, label }, 'this'), key: '' };
  }
  return {
    plan: planOf({ text: text.slice(0, equals), label }, 'the text before "="'),
    key: parseApiKey({ text: text.slice(equals + 1), label }),
  };
}

/** @throws {UsageError} for a plan without its key. */
export function requireKey({ value, label }: Located<QuotaKey>): QuotaKey {
  if (value.key === '') {
    throw new UsageError(`${label}: this is not PLAN=KEY: write e.g. ${value.plan}=KEY`);
  }
  return value;
}

function planOf({ text, label }: Given, described: string): Plan {
  const plan = plans.find((candidate) => candidate === text);
  if (plan === undefined) {
    throw new UsageError(
      `${label}: ${described} is not one of ${plans.join(', ')}${suggestion(text, plans, '; write e.g. free=KEY')}`,
    );
  }
  return plan;
}

import type { Plan } from '../../runner/run-options.ts';

/** The plans, in the order of the interface document's section "Rate limits by plan". */
export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];

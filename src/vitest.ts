/**
 * The requirements as tests of your own Vitest run.
 *
 * @module
 */

export { OptionsError } from './library/options-error.ts';
export type { VerifyListener, VerifyOptions } from './library/verify-options.ts';
export { type ConformanceOptions, conformance, type Later } from './library/vitest/conformance.ts';

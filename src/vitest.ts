/**
 * The requirements as tests of your own Vitest run.
 *
 * @module
 */

export type { VerifyOptions } from './library/verify-options.ts';
export { OptionsError } from './library/verify-options.ts';
export { type ConformanceOptions, conformance, type Later } from './library/vitest/conformance.ts';
export type { VerifyListener } from './verify/verify.ts';

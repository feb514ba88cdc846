/**
 * The exports of this package for configuration files that are programs: only types and definitions, without the code
 * that makes a run.
 *
 * @module
 */

export { requirements } from '../suites/requirements.ts';
export { defineConfig } from './define-config.ts';

/**
 * What a configuration file that is a program may import of this package: the part that says something of it, without
 * all that makes a run.
 *
 * @module
 */

export { requirements } from '../suites/requirements.ts';
export { defineConfig } from './define-config.ts';

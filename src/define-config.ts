import type { ConformanceConfig } from './conformance-config.ts';

type Made = ConformanceConfig | Promise<ConformanceConfig>;

/**
 * Types a configuration, so that editors complete and check it: `export default defineConfig({ … })`.
 *
 * @param config the configuration, or a function that returns it
 */
// The object comes last, since the error of a misspelt setting is that of the last one.
export function defineConfig(config: () => Made): () => Made;
export function defineConfig(config: ConformanceConfig): ConformanceConfig;
export function defineConfig(config: ConformanceConfig | (() => Made)): ConformanceConfig | (() => Made) {
  return config;
}

/** Says of a configuration what it is, so that editors complete and check it: `export default defineConfig({ … })`. */
export function defineConfig<const Config>(config: Config): Config {
  return config;
}

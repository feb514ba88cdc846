import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRunnableDevEnvironment, type ResolvedConfig, resolveConfig } from 'vite';
import { packageRoot } from '../package-root.ts';
import { ModuleError, moduleError } from './config-module-error.ts';

const environmentName = 'configuration';

/** What a configuration imports of this package: found also where it is not installed, and loaded in no time. */
const ownExports = ['config-exports.js', 'config-exports.ts']
  .map((name) => join(import.meta.dirname, '..', name))
  .find((path) => existsSync(path));

/**
 * Evaluates a module of TypeScript or JavaScript, and those that it imports by a relative path, without writing
 * anything: Vite, which comes with Vitest, compiles them. Packages are imported by Node.js.
 *
 * @param path absolute
 * @throws {ModuleError} for what the module or `use` throws, with the place in the sources
 */
export async function withModuleRunner<Result>(
  path: string,
  use: (module: object) => Promise<Result>,
): Promise<Result> {
  const config = await compilerConfig(dirname(path));
  const environment = createRunnableDevEnvironment(environmentName, config, {
    runnerOptions: { hmr: false, sourcemapInterceptor: 'prepareStackTrace' },
    hot: false,
  });
  try {
    await environment.init();
    const module: object = await environment.runner.import(path);
    return await use(module);
  } catch (error) {
    // Here, since only the runner knows the places of what was compiled.
    throw error instanceof ModuleError ? error : await moduleError(error, config.root);
  } finally {
    await environment.close();
  }
}

/** Vite sets `NODE_ENV` where it is not set: neither the user's module nor the run is to see that. */
async function compilerConfig(root: string): Promise<ResolvedConfig> {
  const before = process.env['NODE_ENV'];
  try {
    return await resolveConfig(
      {
        configFile: false,
        envDir: false,
        root,
        cacheDir: packageRoot(),
        logLevel: 'silent',
        resolve: {
          alias: [
            { find: /^animal-store-conformance$/, replacement: ownExports ?? 'animal-store-conformance' },
          ],
        },
        environments: {
          [environmentName]: {
            consumer: 'server',
            dev: { moduleRunnerTransform: true },
            resolve: { external: true, mainFields: [], conditions: ['node'] },
          },
        },
      },
      'serve',
    );
  } finally {
    if (before === undefined) {
      delete process.env['NODE_ENV'];
    }
  }
}

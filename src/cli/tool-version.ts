import { packageVersion } from '../package-root.ts';

/** The name of the package and of its command. */
export const toolName = 'animal-store-conformance';

/** The version in the package's own package.json. */
export const toolVersion: string = packageVersion();

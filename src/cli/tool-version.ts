import { packageVersion } from '../package-root.ts';

export const toolName = 'animal-store-conformance';

export const toolVersion: string = packageVersion();

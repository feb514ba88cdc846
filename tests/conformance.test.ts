import { afterAll } from 'vitest';
import { startReferenceImplementation } from '../reference-impl/index.ts';
import { conformance } from '../src/vitest.ts';

const service = await startReferenceImplementation();
afterAll(() => service.close());

conformance({ baseUrl: service.baseUrl, apiKey: service.keys.enterprise, seed: 7 });

/** What a user of the installed package may write: the files of a project by their names. */
export type Project = Readonly<Record<string, string>>;

/** JavaScript beside the package file of `npm init`, checked with `checkJs`, as a bundler or Node.js resolves. */
export const javascriptProject: Project = {
  'package.json': '{ "type": "commonjs" }',
  'jsconfig.json': configuration({
    checkJs: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    // Packages without types that only this repository has are not checked.
    maxNodeModuleJsDepth: 0,
  }),
  'verify.mjs': `
import { requirements, startReferenceImplementation, verify } from 'animal-store-conformance';

const service = await startReferenceImplementation();
const { baseUrl, keys } = service;
/** @type {Set<string>} */
const kinds = new Set();
const report = await verify({
  baseUrl, apiKey: keys.enterprise, effort: 'smoke', only: ['auth/missing-key'], onEvent: ({ type }) => kinds.add(type),
});
await service.close();
const { verdict } = report.requirements.find(({ id }) => id === requirements[0].id) ?? { verdict: 'none' };
console.log(report.verdict, verdict, kinds.has('exchange'));
`,
};

/** TypeScript with Vitest, as Node.js resolves. One service conforms, one takes no notice of limits. */
export const typescriptProject: Project = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': configuration({ module: 'nodenext', exactOptionalPropertyTypes: true }),
  'conforms.ts': `
import { OptionsError, type Report, type VerifyOptions, type VerifyResult, requirements, verify } from 'animal-store-conformance';
import document from 'animal-store-conformance/openapi.json' with { type: 'json' };
import schema from 'animal-store-conformance/schemas/report.schema.json' with { type: 'json' };

const ids: readonly string[] = requirements.map(({ id }) => id);
export const told: readonly string[] = [document.openapi, schema.$id];

export async function conforms(options: VerifyOptions, signal?: AbortSignal): Promise<boolean> {
  try {
    const report: VerifyResult = await verify({ ...options, only: ids, timeout: undefined, signal });
    return report.exitStatus === 0;
  } catch (error) {
    return error instanceof OptionsError && error.message === '';
  }
}

export function listening(options: VerifyOptions): Promise<Report> {
  const limits = { plan: 'enterprise', perMinute: 5_000, perDay: 1_000_000 } as const;
  const waivers = [{ requirement: 'list/safe', reason: 'fixed in 2.1', expires: '2099-12-31' }];
  const more = { timeout: '5s', maxTime: 60_000, planLimit: limits, quotaKey: [{ plan: 'free', key: 'k' }], waivers } as const;
  return verify({ ...options, ...more }, (event) => event.type satisfies string, AbortSignal.timeout(1_000));
}
`,
  'vitest.config.ts': `
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { sequence: { shuffle: true, concurrent: true }, testTimeout: 1_000, hookTimeout: 60_000 } });
`,
  'conforming.test.ts': `
import { type RunningImplementation, startReferenceImplementation } from 'animal-store-conformance';
import { conformance } from 'animal-store-conformance/vitest';
import { afterAll, beforeAll } from 'vitest';

let server: RunningImplementation;
beforeAll(async () => {
  server = await startReferenceImplementation();
});
afterAll(() => server.close());

conformance({
  baseUrl: () => server.baseUrl,
  apiKey: async () => server.keys.enterprise,
  effort: 'smoke',
  only: ['auth/*', 'version/*', 'errors/codes'],
  reportDir: 'reports',
});
`,
  'limitless.test.ts': `
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReferenceImplementation } from 'animal-store-conformance';
import { conformance } from 'animal-store-conformance/vitest';
import { afterAll } from 'vitest';

let sent = 0;
const proxy = createServer((from, to) => {
  sent += 1;
  const url = new URL(from.url ?? '', service.baseUrl);
  url.searchParams.delete('limit');
  const onward = request(url, { method: from.method, headers: from.headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(to);
  });
  from.pipe(onward);
});
const service = await startReferenceImplementation();
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const { port } = proxy.address() as AddressInfo;

afterAll(async () => {
  console.log(\`\${sent} requests\`);
  proxy.close();
  await service.close();
});

conformance({ baseUrl: \`http://127.0.0.1:\${port}/v1\`, apiKey: service.keys.pro, effort: 'smoke', only: ['list/*', 'auth/*'] });
`,
};

/** What the types must refuse. */
export const wrongTypes: Project = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': configuration({ module: 'nodenext' }),
  'wrong.ts': `
import { verify } from 'animal-store-conformance';
import { conformance } from 'animal-store-conformance/vitest';

void verify({ baseUrl: 'http://localhost/v1', apiKey: 'kq7Wm2Xv9Rt4Zb', effort: 'endless' });
void verify({ baseUrl: 'http://localhost/v1', apiKey: 'k', planLimit: { plan: 'free', perMinute: '5' } });
conformance({ baseUrl: () => 'http://localhost/v1' });
`,
};

function configuration(options: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2023',
      resolveJsonModule: true,
      ...options,
    },
  });
}

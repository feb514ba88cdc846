import { noCredential } from '../src/arbitraries/credentials.ts';
import { once, type Suite } from '../src/suite/suite.ts';
import { withCredential } from '../src/target/api-request.ts';

export const versionAndStore: Suite = {
  'version/base-address': once(
    async (check) => {
      const { pathname } = new URL(check.options.baseUrl);
      // The first request of every run, whose URL shows the base URL.
      const firstExchange = 1;
      check.evidence(firstExchange);
      if (!pathname.endsWith('/v1')) {
        check.session.report({
          requirement: check.requirement,
          kind: 'no-version-segment',
          message: 'The base URL does not end with the version segment',
          expected: 'a base URL that ends with /v1',
          actual: `a base URL whose path is ${pathname}`,
          exchange: firstExchange,
          related: [],
        });
      }
    },
    { smoke: true, requests: 0 },
  ),

  'store/orders': once(
    async (check) => {
      const withKey = await check.send(withCredential('GET', '/store/orders', [], null, check.session.key));
      const without = await check.send(withCredential('GET', '/store/orders', [], null, noCredential));
      check.observe(
        `returned ${withKey.status} with the key and ${without.status} without it`,
        withKey,
        without,
      );
    },
    { requests: 2 },
  ),
};

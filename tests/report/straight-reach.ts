import type { Reach } from '../../src/verdict/reach.ts';

/** How a service is reached that is simply connected to. */
export const straight: Reach = {
  proxy: null,
  avoidsProxy: false,
  caFile: null,
  clientCertificate: null,
  clientKey: null,
};

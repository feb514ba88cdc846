import type { ReferenceImplementationOptions } from '../server.ts';
import { type RunningImplementation, startReferenceImplementation } from '../server.ts';
import { authentication } from './authentication.ts';
import { authenticationOrder } from './authentication-order.ts';
import { creation } from './creation.ts';
import { creationBodies } from './creation-bodies.ts';
import { creationExactness } from './creation-exactness.ts';
import { creationFields } from './creation-fields.ts';
import { errorBodyFaults } from './error-bodies.ts';
import type { Fault } from './fault.ts';
import { getting } from './getting.ts';
import { listing } from './listing.ts';
import { listingParameters } from './listing-parameters.ts';
import { quotaEnforcement } from './quota-enforcement.ts';
import { quotaGrants } from './quota-grants.ts';
import { quotaPromises } from './quota-promises.ts';
import { quotaRaces } from './quota-races.ts';
import { quotaRefusals } from './quota-refusals.ts';
import { quotaScopes } from './quota-scopes.ts';
import { rateHeaders } from './rate-headers.ts';
import { responses } from './responses.ts';
import { unusualRequests } from './unusual-requests.ts';

/** Every known way for a service to go wrong, each under the requirement that it was made for. */
export const faults: readonly Fault[] = [
  ...authentication,
  ...authenticationOrder,
  ...listingParameters,
  ...listing,
  ...creation,
  ...creationFields,
  ...creationBodies,
  ...creationExactness,
  ...getting,
  ...responses,
  ...errorBodyFaults,
  ...unusualRequests,
  ...rateHeaders,
  ...quotaEnforcement,
  ...quotaRaces,
  ...quotaScopes,
  ...quotaGrants,
  ...quotaRefusals,
  ...quotaPromises,
];

/** The fault of that name, or `undefined`. */
export function faultNamed(name: string): Fault | undefined {
  return faults.find((fault) => fault.name === name);
}

/** Starts the reference implementation with one fault in it. @throws {Error} where no fault has that name. */
export async function startFaultyImplementation(
  name: string,
  options: Omit<ReferenceImplementationOptions, 'decorate'> = {},
): Promise<RunningImplementation> {
  const fault = faultNamed(name);
  if (fault === undefined) {
    throw new Error(`There is no fault named ${name}.`);
  }
  return startReferenceImplementation({ ...options, decorate: fault.apply });
}

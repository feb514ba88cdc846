import { authentication } from './authentication.ts';
import { authenticationOrder } from './authentication-order.ts';
import { authenticationPlaces } from './authentication-places.ts';
import { concurrency } from './concurrency.ts';
import { creation } from './creation.ts';
import { creationBodies } from './creation-bodies.ts';
import { creationJsonReaders } from './creation-json-readers.ts';
import { creationMembers } from './creation-members.ts';
import { creationText } from './creation-text.ts';
import { creationValues } from './creation-values.ts';
import { errorBodyFaults } from './error-bodies.ts';
import type { Fault } from './fault.ts';
import { forms } from './forms.ts';
import { getting } from './getting.ts';
import { lateReadings } from './late-readings.ts';
import { listing } from './listing.ts';
import { listingParameters } from './listing-parameters.ts';
import { mediaTypes } from './media-types.ts';
import { missingFromLists } from './missing-from-lists.ts';
import { quotaEnforcement } from './quota-enforcement.ts';
import { quotaGrantsAndRefusals } from './quota-grants-and-refusals.ts';
import { quotaRacesAndScopes } from './quota-races-and-scopes.ts';
import { rateHeaders } from './rate-headers.ts';
import { responses } from './responses.ts';
import { sharedState } from './shared-state.ts';
import { unusualRequests } from './unusual-requests.ts';
import { wrongTypes } from './wrong-types.ts';

/** Every known way for a service to go wrong, each under the requirement that it was made for. */
export const faults: readonly Fault[] = [
  ...authenticationPlaces,
  ...authenticationOrder,
  ...authentication,
  ...listingParameters,
  ...missingFromLists,
  ...listing,
  ...creation,
  ...creationBodies,
  ...mediaTypes,
  ...creationJsonReaders,
  ...creationMembers,
  ...wrongTypes,
  ...creationValues,
  ...creationText,
  ...getting,
  ...lateReadings,
  ...responses,
  ...forms,
  ...errorBodyFaults,
  ...unusualRequests,
  ...rateHeaders,
  ...quotaEnforcement,
  ...quotaRacesAndScopes,
  ...quotaGrantsAndRefusals,
  ...sharedState,
  ...concurrency,
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** The fault of that name, or `undefined`. */
export function faultNamed(name: string): Fault | undefined {
  return byName.get(name);
}

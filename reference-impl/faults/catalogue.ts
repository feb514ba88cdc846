import { atOnce } from './at-once.ts';
import { authentication } from './authentication.ts';
import { authenticationOrder } from './authentication-order.ts';
import { authenticationPlaces } from './authentication-places.ts';
import { authenticationReaders } from './authentication-readers.ts';
import { authenticationTrust } from './authentication-trust.ts';
import { compressed } from './compressed.ts';
import { creation } from './creation.ts';
import { creationBodies } from './creation-bodies.ts';
import { creationCategoryReaders } from './creation-category-readers.ts';
import { creationFields } from './creation-fields.ts';
import { creationJsonReaders } from './creation-json-readers.ts';
import { creationLate } from './creation-late.ts';
import { creationMemberReaders } from './creation-member-readers.ts';
import { creationNumberReaders } from './creation-number-readers.ts';
import { creationParsers } from './creation-parsers.ts';
import { creationStatusReaders } from './creation-status-readers.ts';
import { creationText } from './creation-text.ts';
import { creationTokenReaders } from './creation-token-readers.ts';
import { encodings } from './encodings.ts';
import { errorBodyFaults } from './error-bodies.ts';
import type { Fault } from './fault.ts';
import { forms } from './forms.ts';
import { getting } from './getting.ts';
import { late } from './late.ts';
import { listQueries } from './list-queries.ts';
import { listing } from './listing.ts';
import { listingBounds } from './listing-bounds.ts';
import { listingParameters } from './listing-parameters.ts';
import { listsWithHoles } from './lists-with-holes.ts';
import { lostResponses } from './lost-responses.ts';
import { mergedCreations } from './merged-creations.ts';
import { names } from './names.ts';
import { overload } from './overload.ts';
import { quotaEnforcement } from './quota-enforcement.ts';
import { quotaGrantsAndRefusals } from './quota-grants-and-refusals.ts';
import { quotaPromises } from './quota-promises.ts';
import { quotaRacesAndScopes } from './quota-races-and-scopes.ts';
import { rateHeaders } from './rate-headers.ts';
import { rememberedAbsence } from './remembered-absence.ts';
import { responseBytes } from './response-bytes.ts';
import { responses } from './responses.ts';
import { sharedState } from './shared-state.ts';
import { unexpectedValues } from './unexpected-values.ts';
import { unusualRequests } from './unusual-requests.ts';
import { validWritings } from './valid-writings.ts';

/** Every known way for a service to go wrong, each under the requirement that it was made for. */
export const faults: readonly Fault[] = [
  ...authentication,
  ...authenticationPlaces,
  ...authenticationOrder,
  ...authenticationReaders,
  ...authenticationTrust,
  ...listingParameters,
  ...listingBounds,
  ...listing,
  ...creation,
  ...creationLate,
  ...creationFields,
  ...creationBodies,
  ...creationParsers,
  ...creationJsonReaders,
  ...creationTokenReaders,
  ...creationMemberReaders,
  ...creationCategoryReaders,
  ...creationNumberReaders,
  ...creationStatusReaders,
  ...creationText,
  ...getting,
  ...responses,
  ...compressed,
  ...forms,
  ...late,
  ...errorBodyFaults,
  ...unusualRequests,
  ...rateHeaders,
  ...quotaEnforcement,
  ...quotaRacesAndScopes,
  ...quotaGrantsAndRefusals,
  ...quotaPromises,
  ...names,
  ...listQueries,
  ...atOnce,
  ...sharedState,
  ...responseBytes,
  ...encodings,
  ...rememberedAbsence,
  ...validWritings,
  ...mergedCreations,
  ...lostResponses,
  ...listsWithHoles,
  ...overload,
  ...unexpectedValues,
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** The fault of that name, or `undefined`. */
export function faultNamed(name: string): Fault | undefined {
  return byName.get(name);
}

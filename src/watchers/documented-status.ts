import type { SentNewPet } from '../exchange/creation-body.ts';
import type { CredentialLabel, Operation } from '../exchange/exchange.ts';
import type { RequestDescription } from '../exchange/request-description.ts';
import type { Notes } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'responses/documented-status';

/** The "Responses" tables of section "Endpoints". */
const documented: Record<Operation, readonly number[]> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

const unknown: readonly CredentialLabel[] = ['none', 'invalid', 'revoked-key'];

/** The maximum number of remembered creations. */
const mostAccepted = 50;

/** responses/documented-status: a request that the document describes gets a status that it lists. */
export class DocumentedStatusWatcher {
  readonly #accepted: SentNewPet[] = [];
  #acceptedCount = 0;

  see(watched: WatchedExchange, notes: Notes): void {
    const { exchange, request, response } = watched;
    if (response === null || request.operation === null || request.scope === 'silent') {
      return;
    }
    this.#noteAccepted(request, response.status);
    // Without a valid key, the documented status precedes all other checks.
    if (this.#mayRefuse(request, response.status) && !unknown.includes(exchange.request.credential)) {
      return;
    }
    notes.judge(
      id,
      isAllowed(watched, request.operation, response.status)
        ? null
        : {
            kind: `status-${response.status} ${request.operation}`,
            message: `${request.operation} returned ${response.status}, which the document does not list`,
            expected: `${documented[request.operation].join(', ')} or 429`,
            actual: `${response.status}`,
          },
    );
  }

  #noteAccepted({ newPet }: RequestDescription, status: number): void {
    if (newPet !== null && status === 201) {
      this.#accepted[this.#acceptedCount % mostAccepted] = newPet;
      this.#acceptedCount += 1;
    }
  }

  /**
   * Whether a valid `NewPet` is refused for what the document does not show: bounds and format of `name`, and which
   * categories there are. Nor does it list a status for that.
   */
  #mayRefuse({ newPet }: RequestDescription, status: number): boolean {
    const isRefused = status >= 400 && status < 500 && !documented.createPet.includes(status);
    return newPet !== null && isRefused && !this.#isLikeAccepted(newPet);
  }

  /** Whether the category was accepted, and a name with all that bounds on names could object to in this one. */
  #isLikeAccepted({ plainName, categoryId }: SentNewPet): boolean {
    return (
      plainName !== null &&
      this.#accepted.some((accepted) => accepted.categoryId === categoryId) &&
      this.#accepted.some(({ plainName: name }) => name !== null && hasAllOf(name, plainName))
    );
  }
}

const features = [/^[A-Z]/, /^[a-z]/, /^[0-9]/, /[0-9]/, / [A-Z]/, /[A-Za-z0-9][A-Z]/];

/** Whether a plain name is as long as another, and has as many words, the same kinds of characters and such a beginning. */
function hasAllOf(name: string, other: string): boolean {
  return (
    name.length >= other.length &&
    name.split(' ').length >= other.split(' ').length &&
    features.every((feature) => feature.test(name) || !feature.test(other))
  );
}

function isAllowed({ getPetMayBeGone }: WatchedExchange, operation: Operation, status: number): boolean {
  if (documented[operation].includes(status) || status === 429) {
    return true;
  }
  return operation === 'getPet' && getPetMayBeGone && (status === 410 || status === 405);
}

import type { Operation } from '../exchange/exchange.ts';
import type { RequestDescription } from '../exchange/request-description.ts';
import { Needs, type Notes, type Watcher } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'responses/documented-status';

/** The "Responses" tables of section "Endpoints". */
const documented: Record<Operation, readonly number[]> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

/** Bounds on what is remembered of hostile or endless traffic. */
const mostCategories = 1000;

/** responses/documented-status: a request that the document describes gets a status that it lists. */
export class DocumentedStatusWatcher implements Watcher {
  readonly requirements = [id];
  readonly #needs = new Needs(
    Object.entries(documented).flatMap(([operation, statuses]) =>
      statuses.map((status) => `${status} of ${operation}`),
    ),
  );
  readonly #acceptedCategories = new Set<bigint>();

  see(watched: WatchedExchange, notes: Notes): void {
    const { exchange, request, response, answer } = watched;
    if (response === null || request.operation === null || request.scope === 'silent') {
      return;
    }
    this.#noteCategory(request, response.status);
    // Without a valid key, the documented status precedes all other checks.
    const isKnown = !['none', 'invalid', 'revoked-key'].includes(exchange.request.credential);
    if (isKnown && this.#mayRefuse(request, response.status)) {
      return;
    }
    this.#needs.reach(answer);
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

  unreached(): readonly string[] {
    return this.#needs.missing;
  }

  #noteCategory({ newPet }: RequestDescription, status: number): void {
    if (newPet !== null && status === 201 && this.#acceptedCategories.size < mostCategories) {
      this.#acceptedCategories.add(newPet.categoryId);
    }
  }

  /**
   * Whether a valid `NewPet` is refused for what the document does not show: bounds and format of `name`, and which
   * categories there are. Nor does it list a status for that.
   */
  #mayRefuse({ newPet }: RequestDescription, status: number): boolean {
    const isRefused = status >= 400 && status < 500 && !documented.createPet.includes(status);
    return (
      newPet !== null &&
      isRefused &&
      !(newPet.hasPlainName && this.#acceptedCategories.has(newPet.categoryId))
    );
  }
}

function isAllowed({ getPetMayBeGone }: WatchedExchange, operation: Operation, status: number): boolean {
  if (documented[operation].includes(status) || status === 429) {
    return true;
  }
  return operation === 'getPet' && getPetMayBeGone && (status === 410 || status === 405);
}

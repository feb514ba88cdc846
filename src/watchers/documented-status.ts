import type { Operation } from '../exchange/exchange.ts';
import { Needs } from './needs.ts';
import type { Notes } from './notes.ts';
import type { Sight } from './sight.ts';
import type { Watcher } from './watcher.ts';

const id = 'responses/documented-status';

/** The "Responses" tables of section "Endpoints". */
const documented: Record<Operation, readonly number[]> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

/** responses/documented-status: a request that the document describes gets a status that it lists. */
export class DocumentedStatusWatcher implements Watcher {
  readonly requirements = [id];
  readonly #needs = new Needs(
    Object.entries(documented).flatMap(([operation, statuses]) =>
      statuses.map((status) => `${status} of ${operation}`),
    ),
  );

  see(sight: Sight, notes: Notes): void {
    const { request, response, answer } = sight;
    if (response === null || request.operation === null || request.scope === 'silent') {
      return;
    }
    this.#needs.reach(answer);
    notes.judge(
      id,
      isAllowed(sight, request.operation, response.status)
        ? null
        : {
            kind: `status-${response.status} ${request.operation}`,
            message: `${request.operation} was answered with status ${response.status}, which the document does not list`,
            expected: `${documented[request.operation].join(', ')} or 429`,
            actual: `${response.status}`,
          },
    );
  }

  unreached(): readonly string[] {
    return this.#needs.missing;
  }
}

function isAllowed({ request, getPetMayBeGone }: Sight, operation: Operation, status: number): boolean {
  if (documented[operation].includes(status) || status === 429) {
    return true;
  }
  if (operation === 'getPet' && getPetMayBeGone && (status === 410 || status === 405)) {
    return true;
  }
  return request.scope === 'parameter-outside' && status === 400;
}

import { petStatuses } from '../arbitraries/new-pet.ts';
import { describeRequest } from '../exchange/request-description.ts';
import type { Notes } from '../watchers/notes.ts';
import type { AnimalHistory, JudgedExchange } from './animal-history.ts';
import { petsOf } from './pet.ts';

/** The traffic that a run needs before a requirement on all responses can pass. */
export class Coverage {
  readonly #history: AnimalHistory;
  readonly #touched = new Set<string>();
  readonly #filtersSeen = new Set<string>();
  #limitReached = false;
  #limitWithFilterFilled = false;
  #defaultTestedWithMany = false;
  #beyondTestedWithMany = false;

  constructor(history: AnimalHistory) {
    this.#history = history;
  }

  see(judged: JudgedExchange, notes: Notes): void {
    for (const id of notes.touched) {
      this.#touched.add(id);
    }
    const { operation, limit, status, unusual } = describeRequest(judged.exchange.request);
    const isBeyond = typeof limit === 'bigint' && limit > 100n && status === null;
    if (isBeyond && [200, 400].includes(judged.status) && this.#history.distinctAnimals > 100) {
      this.#beyondTestedWithMany = true;
      notes.touch('list/never-above-100');
    }
    if (operation !== 'listPets' || judged.status !== 200 || !Array.isArray(judged.json)) {
      return;
    }
    const length = judged.json.length;
    const known = this.#history.distinctAnimals;
    const within = typeof limit === 'bigint' && limit >= 1n && limit <= 100n;
    if (within && status === null && (length >= Number(limit) || known > Number(limit))) {
      this.#limitReached = true;
    }
    if (limit === null && status === null && !unusual && known > 20) {
      this.#defaultTestedWithMany = true;
    }
    if (typeof status === 'string' && status !== 'odd' && petsOf(judged.json).length > 0) {
      if (limit === null || within) {
        this.#filtersSeen.add(status);
      }
      this.#limitWithFilterFilled ||= within;
    }
  }

  unreached(requirement: string): string[] {
    switch (requirement) {
      case 'list/limit-bounds-count':
        return this.#limitReached ? [] : ['a list that could contain more animals than its limit'];
      case 'list/default-limit':
        return this.#defaultTestedWithMany
          ? []
          : ['a list without limit from a store of more than 20 animals'];
      case 'list/never-above-100':
        return this.#beyondTestedWithMany
          ? []
          : ['a list with a limit above 100 from a store of more than 100 animals'];
      case 'list/status-filter':
        return petStatuses
          .filter((status) => !this.#filtersSeen.has(status))
          .map((status) => `a list filtered by ${status} that contains an animal`);
      case 'list/limit-with-status':
        return this.#limitWithFilterFilled ? [] : ['a filtered list with a limit that contains an animal'];
      case 'auth/challenge':
      case 'auth/valid-key-accepted':
      case 'list/unique-ids':
      case 'list/returns-pets':
      case 'create/assigns-id':
      case 'create/echoes-fields':
      case 'create/status-optional':
      case 'create/unique-ids':
      case 'create/text-exact':
      case 'create/text-normalised':
      case 'get/id-matches':
      case 'get/returns-created':
      case 'get/stable':
      case 'get/status-stable':
        return this.#touched.has(requirement) ? [] : [reachText[requirement]];
      default:
        return [];
    }
  }
}

const reachText = {
  'auth/challenge': 'a 401',
  'auth/valid-key-accepted': 'a response to the valid key',
  'list/unique-ids': 'a list',
  'list/returns-pets': 'a list that returned 200',
  'create/assigns-id': 'a creation that returned 201 with an object',
  'create/echoes-fields': 'a creation that returned 201 with an object',
  'create/status-optional': 'a creation without a status that returned 201',
  'create/unique-ids': 'a creation that returned 201 with an id',
  'create/text-exact': 'a name beyond plain ASCII that was accepted',
  'create/text-normalised': 'a name beyond plain ASCII that was accepted',
  'get/id-matches': 'an animal read by its id',
  'get/returns-created': 'an animal of this run read by its id',
  'get/stable': 'an animal of this run read twice',
  'get/status-stable': 'an animal of this run with a status, read by its id',
} as const;

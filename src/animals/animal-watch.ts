import { type Exchange, isOutage, type Operation } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { Notes, type Watch, type WatchObservation, type WatchResult } from '../watchers/watch.ts';
import { AnimalHistory, type CreationOutcome, type JudgedExchange } from './animal-history.ts';
import { judgeAmbiguousCreation, judgeCreation, sentAnimal, wholeJson } from './judge-creation.ts';
import { judgeList } from './judge-list.ts';
import { judgeAbsence, judgeReading, judgeUnanswered, sameStatusText } from './judge-reading.ts';
import { nameFormText } from './name-form.ts';
import { petsOf } from './pet.ts';
import { tagsIn } from './tag.ts';

const unchangedTexts: ReadonlyMap<string, string> = new Map([
  ['get/status-stable', sameStatusText],
  ['create/text-normalised', nameFormText([])],
]);

/**
 * Follows the animals of a run through its exchanges, and compares every response with earlier creations, readings, lists
 * and refusals. Like every watch it is a fold, without clock or socket.
 */
export class AnimalWatch implements Watch {
  readonly history = new AnimalHistory();
  readonly #runTag: string;
  readonly #statuses = new Set<string>();
  readonly #accepted = new Map<Operation, number>();
  readonly #observations = new Observations();

  /** @param runTag what the tags of the run begin with */
  constructor(runTag: string) {
    this.#runTag = runTag;
  }

  /** The most recent exchange of an operation with the key of the run that returned 200 or 201. */
  acceptedExchange(operation: Operation): number | null {
    return this.#accepted.get(operation) ?? null;
  }

  /** Whether the run received this status from an operation. */
  hasSeen(operation: Operation, status: number): boolean {
    return this.#statuses.has(`${operation} ${status}`);
  }

  see(exchange: Exchange): WatchResult {
    const notes = new Notes(exchange.number);
    const { operation } = describeRequest(exchange.request);
    if (operation === 'createPet') {
      this.#noteTags(exchange);
    }
    if (exchange.response !== null && operation !== null && !isOutage(exchange)) {
      const judged: JudgedExchange = {
        exchange,
        status: exchange.response.status,
        json: wholeJson(exchange),
      };
      this.#judge(operation, judged, notes);
    }
    for (const [requirement, text] of notes.observed) {
      this.#observations.note(requirement, text, exchange.number);
    }
    return notes;
  }

  observations(): readonly WatchObservation[] {
    return this.#observations.all(unchangedTexts);
  }

  #judge(operation: Operation, judged: JudgedExchange, notes: Notes): void {
    const { exchange, status } = judged;
    this.#statuses.add(`${operation} ${status}`);
    judgeCredential(judged, notes);
    if (exchange.request.credential === 'api-key' && (status === 200 || status === 201)) {
      this.#accepted.set(operation, exchange.number);
    }
    const description = describeRequest(exchange.request);
    if (operation === 'createPet' && status === 201) {
      const judge = description.repeatsMembers ? judgeAmbiguousCreation : judgeCreation;
      judge(judged, this.history, notes);
    } else if (operation === 'listPets' && status === 200 && exchange.failure === null) {
      judgeList(judged, description, this.history, notes);
      this.#judgeRefused(judged, notes);
    } else if (description.petId !== null && status === 200) {
      judgeReading(judged, description.petId, this.history, notes);
      this.#judgeUnanswered(judged, notes);
      this.#judgeRefused(judged, notes);
    } else if (description.petId !== null && status === 404) {
      judgeAbsence(judged, description.petId, this.history, notes);
    }
  }

  #noteTags(exchange: Exchange): void {
    const status = exchange.response?.status;
    for (const tag of tagsIn(exchange.request.body ?? '', this.#runTag)) {
      if (status === 400 || status === 401) {
        this.history.noteOutcome(tag, { kind: 'refused', status, exchange: exchange.number });
      } else if (status !== 429) {
        const sent = isOutage(exchange) ? sentAnimal(exchange.request) : null;
        this.history.noteOutcome(tag, { kind: 'possible', sent, exchange: exchange.number });
      }
    }
  }

  #outcomesOf(name: unknown): CreationOutcome[] {
    const tags = typeof name === 'string' ? tagsIn(name, this.#runTag) : [];
    return tags.map((tag) => this.history.outcomeOf(tag)).filter((outcome) => outcome !== undefined);
  }

  /** A creation without a response must not leave a part of an animal. */
  #judgeUnanswered({ json }: JudgedExchange, notes: Notes): void {
    for (const pet of petsOf(json)) {
      const outcome = this.#outcomesOf(pet.name).find((one) => one.kind === 'possible' && one.sent !== null);
      const sent = outcome?.kind === 'possible' ? outcome.sent : null;
      if (outcome !== undefined && sent !== null && this.history.creationWith(pet.id) === null) {
        judgeUnanswered(outcome.exchange, sent, pet, notes);
      }
    }
  }

  #judgeRefused({ json }: JudgedExchange, notes: Notes): void {
    for (const { id, name } of petsOf(json)) {
      const refusal = this.#outcomesOf(name).find(({ kind }) => kind === 'refused');
      if (refusal?.kind === 'refused') {
        const group = refusal.status === 401 ? 'auth' : 'create';
        notes.judge(`${group}/refused-without-effect`, {
          kind: 'stored',
          message: `A creation refused with ${refusal.status} added an animal`,
          expected: 'no animal from a refused creation',
          actual: `id ${id} carries the name of the refused creation`,
          related: [{ role: 'the refused creation', exchange: refusal.exchange }],
        });
      }
    }
  }
}

function judgeCredential({ exchange, status }: JudgedExchange, notes: Notes): void {
  if (exchange.request.credential === 'api-key') {
    notes.judge(
      'auth/valid-key-accepted',
      status === 401
        ? {
            kind: 'refused',
            message: 'A request with the valid key returned 401',
            expected: 'any status but 401',
            actual: '401',
          }
        : null,
    );
  }
  if (status === 401) {
    const challenge = headerValue(exchange.response?.headers ?? [], 'WWW-Authenticate');
    notes.judge(
      'auth/challenge',
      challenge === undefined
        ? {
            kind: 'no-challenge',
            message: 'A 401 has no WWW-Authenticate header',
            expected: 'WWW-Authenticate: Bearer',
            actual: 'no WWW-Authenticate header',
          }
        : null,
    );
  }
}

/** The maximum number of texts of a requirement, for hostile or endless traffic. */
const mostTexts = 10;
const mostExchanges = 5;

/** The observations of a run by requirement, each text once. */
class Observations {
  readonly #texts = new Map<string, Map<string, number[]>>();

  note(requirement: string, text: string, exchange: number): void {
    const texts = this.#texts.get(requirement) ?? new Map<string, number[]>();
    this.#texts.set(requirement, texts);
    const exchanges = texts.get(text);
    if (exchanges === undefined && texts.size < mostTexts) {
      texts.set(text, [exchange]);
    } else if (exchanges !== undefined && exchanges.length < mostExchanges) {
      exchanges.push(exchange);
    }
  }

  /** @param unchanged the text that a requirement's other texts make untrue, by the requirement's id */
  all(unchanged: ReadonlyMap<string, string>): readonly WatchObservation[] {
    return [...this.#texts].flatMap(([requirement, texts]) =>
      [...texts]
        .filter(([text]) => texts.size === 1 || text !== unchanged.get(requirement))
        .map(([text, exchanges]) => ({ requirement, text, exchanges })),
    );
  }
}

import {
  isInt64,
  isJsonObject,
  type JsonValue,
  member,
  parseJson,
  writeJson,
} from '../../src/json/exact-json.ts';
import { errorBody, type Shape } from '../watchers/exchanges.ts';

const statuses = ['available', 'pending', 'sold'] as const;
type Status = (typeof statuses)[number];
const known = new Set(['id', 'name', 'categoryId', 'status']);

/** What the document leaves to a service. */
export interface Traits {
  readonly ids: 'counting' | 'random' | 'huge' | 'negative';
  readonly order: 'oldest first' | 'newest first' | 'shuffled';
  /** Animals that one page holds at most. */
  readonly pageCap: number;
  /** Where an animal that was created without a status shows one. */
  readonly fillsInStatus: 'nowhere' | 'everywhere' | 'in the 201' | 'in readings' | 'now and then';
  readonly changesStatuses: boolean;
  /** Requests that a new animal stays out of the list. */
  readonly listLag: number;
  readonly refusesUnknownCategories: boolean;
  readonly refusesOddNames: boolean;
  /** What becomes of a limit or a status that is out of bounds. */
  readonly outOfBounds: 'refused' | 'clamped' | 'ignored';
  readonly refusesClientIds: boolean;
  readonly refusesMoreMembers: boolean;
  /** Whether `1.0` and `1e0` are no integers to it. */
  readonly refusesOddIntegers: boolean;
  /** What an id that is no canonical int64 is answered; `read` takes `007` and `-0` for integers. */
  readonly oddIds: 400 | 404 | 'read';
  readonly moreMembers: boolean;
  /** Animals that were there before the run. */
  readonly alreadyThere: number;
  readonly seed: number;
}

interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  status: Status | undefined;
  readonly listedFrom: number;
}

/** What a store says, as a part of an exchange. */
export type Reply = Pick<Shape, 'status' | 'answer' | 'received'>;

/** An animal store in memory that keeps to the document, in one of the many ways to do that. */
export class ConformingStore {
  readonly #traits: Traits;
  #animals: Animal[] = [];
  #lost: readonly Animal[] = [];
  #requests = 0;
  #random: number;

  constructor(traits: Traits) {
    this.#traits = traits;
    this.#random = traits.seed;
    for (let count = 0; count < traits.alreadyThere; count += 1) {
      this.addForeign();
    }
  }

  /** Of the animals that were lost, too. */
  get ids(): readonly bigint[] {
    return [...this.#lost, ...this.#animals].map(({ id }) => id);
  }

  /** A restart of a store that keeps nothing, but gives no id again. */
  loseAll(): void {
    this.#lost = [...this.#lost, ...this.#animals];
    this.#animals = [];
  }

  /** Somebody else adds an animal. */
  addForeign(): void {
    this.#add(`Foreign ${this.#next(100)}`, BigInt(this.#next(5)), statuses[this.#next(4)]);
  }

  create(body: string, credential: Shape['credential']): Reply {
    this.#tick();
    if (credential !== 'api-key') {
      return refusal(401);
    }
    const sent = this.#read(body);
    if (sent === null) {
      return refusal(400);
    }
    const animal = this.#add(sent.name, sent.categoryId, sent.status);
    const fills = ['everywhere', 'in the 201'].includes(this.#traits.fillsInStatus);
    return { status: 201, answer: this.#write(animal, fills) };
  }

  read(id: bigint, credential: Shape['credential']): Reply {
    this.#tick();
    if (credential !== 'api-key') {
      return refusal(401);
    }
    const animal = this.#animals.find((candidate) => candidate.id === id);
    const fills = ['everywhere', 'in readings'].includes(this.#traits.fillsInStatus);
    return animal === undefined ? refusal(404) : { status: 200, answer: this.#write(animal, fills) };
  }

  /** A reading by something that is no canonical int64. */
  readOdd(segment: string, credential: Shape['credential']): Reply {
    const { oddIds } = this.#traits;
    if (credential !== 'api-key') {
      this.#tick();
      return refusal(401);
    }
    if (oddIds === 'read' && /^[+-]?\d{1,18}$/.test(segment)) {
      return this.read(BigInt(Number(segment)), credential);
    }
    this.#tick();
    return refusal(oddIds === 'read' ? 404 : oddIds);
  }

  list(limit: string | null, status: string | null, credential: Shape['credential']): Reply {
    this.#tick();
    if (credential !== 'api-key') {
      return refusal(401);
    }
    const most = limit === null ? 20 : Number(limit);
    const isOdd = !Number.isInteger(most) || most < 1 || most > 100;
    const isUnknown = status !== null && !statuses.some((one) => one === status);
    if ((isOdd || isUnknown) && this.#traits.outOfBounds === 'refused') {
      return refusal(400);
    }
    const nearest = most > 100 && this.#traits.outOfBounds === 'clamped' ? 100 : 20;
    const length = isOdd ? nearest : most;
    const fills = this.#traits.fillsInStatus === 'everywhere';
    const shown = this.#ordered()
      .filter((animal) => animal.listedFrom <= this.#requests)
      .filter((animal) => status === null || isUnknown || this.#shownStatus(animal, fills) === status)
      .slice(0, Math.min(length, this.#traits.pageCap));
    return { status: 200, answer: `[${shown.map((animal) => this.#write(animal, fills)).join(',')}]` };
  }

  #tick(): void {
    this.#requests += 1;
    const animal = this.#animals[this.#next(this.#animals.length)];
    if (this.#traits.changesStatuses && animal !== undefined && this.#next(3) === 0) {
      animal.status = statuses[this.#next(3)];
    }
  }

  #read(body: string): { name: string; categoryId: bigint; status: Status | undefined } | null {
    const value = parsed(body);
    const name = member(value, 'name');
    const categoryId = member(value, 'categoryId');
    const given = member(value, 'status');
    const status = statuses.find((one) => one === given);
    if (!isJsonObject(value) || typeof name !== 'string' || !isInt64(categoryId) || given !== status) {
      return null;
    }
    const isUnknown = this.#traits.refusesUnknownCategories && (categoryId < 0n || categoryId > 10n);
    const isOdd = this.#traits.refusesOddNames && !/^[\x20-\x7e]{1,60}$/.test(name);
    const hasId = this.#traits.refusesClientIds && member(value, 'id') !== undefined;
    const hasMore = this.#traits.refusesMoreMembers && Object.keys(value).some((key) => !known.has(key));
    const isOddInteger = this.#traits.refusesOddIntegers && /"categoryId":\s*-?\d+[.eE]/.test(body);
    return isUnknown || isOdd || hasId || hasMore || isOddInteger ? null : { name, categoryId, status };
  }

  #add(name: string, categoryId: bigint, status: Status | undefined): Animal {
    const listedFrom = this.#requests + this.#next(this.#traits.listLag + 1);
    const animal = { id: this.#freshId(), name, categoryId, status, listedFrom };
    this.#animals.push(animal);
    return animal;
  }

  #freshId(): bigint {
    const count = BigInt(this.#lost.length + this.#animals.length + 1);
    switch (this.#traits.ids) {
      case 'counting':
        return count;
      case 'negative':
        return -count * 7n;
      case 'huge':
        return 2n ** 53n + count;
      case 'random':
        return BigInt.asIntN(64, (count * 0x9e3779b97f4a7c15n) ^ BigInt(this.#traits.seed));
    }
  }

  #ordered(): Animal[] {
    const { order } = this.#traits;
    if (order === 'shuffled') {
      return this.#animals
        .map((animal) => ({ animal, place: this.#next(1_000) }))
        .sort((left, right) => left.place - right.place)
        .map(({ animal }) => animal);
    }
    return order === 'oldest first' ? [...this.#animals] : this.#animals.toReversed();
  }

  #shownStatus({ status }: Animal, fills: boolean): Status | undefined {
    return status ?? (fills ? 'available' : undefined);
  }

  #write(animal: Animal, fillsHere: boolean): string {
    const { id, name, categoryId } = animal;
    const now = this.#traits.fillsInStatus === 'now and then' && this.#next(2) === 0;
    const status = this.#shownStatus(animal, fillsHere || now);
    const more: JsonValue = { createdAt: '2026-06-12T10:00:00Z', tags: ['a', parseJson('1.50')] };
    return writeJson({
      ...(this.#traits.moreMembers ? { meta: more } : {}),
      id,
      name,
      categoryId,
      ...(status === undefined ? {} : { status }),
    });
  }

  /** A whole number from 0 up to, not including, `end`; 0 where there is none. */
  #next(end: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return end <= 0 ? 0 : Math.floor((this.#random / 2 ** 32) * end);
  }
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

function refusal(status: 400 | 401 | 404): Reply {
  const received = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="pets"' } : {};
  return { status, answer: errorBody(status), received };
}

import type { Check } from '../../../src/suite/check.ts';
import { Violation } from '../../../src/suite/outcome.ts';
import { ReportingCheck } from '../../suite/reporting-check.ts';
import { type Service, type ServiceAnswer, type ServiceRequest, startService } from '../../suite/service.ts';
import { apiKey, type SessionChanges, type TestSession, testSession } from '../../suite/test-session.ts';

/** An animal of the store. Its ids count from 1, ten apart. */
export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

/** Answers a request otherwise than the store would; `undefined` leaves it as it is. */
export type Twist = (request: ServiceRequest, store: SmallStore) => ServiceAnswer | undefined;

/** A conforming store in memory. */
export class SmallStore {
  readonly pets: Pet[] = [];
  #nextId = 1;

  add(name: string, status?: string, categoryId = 1): Pet {
    const pet = { id: this.#nextId, name, categoryId, ...(status === undefined ? {} : { status }) };
    this.#nextId += 10;
    this.pets.push(pet);
    return pet;
  }

  answer({ method, target, body, headers }: ServiceRequest): ServiceAnswer {
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return failure(401);
    }
    const { pathname, searchParams } = new URL(target, 'http://store');
    if (pathname === '/pets') {
      return method === 'POST' ? this.#create(body, headers['content-type']) : this.#list(searchParams);
    }
    const pet = this.pets.find(({ id }) => pathname === `/pets/${id}`);
    return pet === undefined ? failure(404) : success(pet);
  }

  #list(query: URLSearchParams): ServiceAnswer {
    const status = query.get('status');
    const limit = Number(query.get('limit') ?? 20);
    const known = status === null || ['available', 'pending', 'sold'].includes(status);
    if (!known || !(limit >= 1 && limit <= 100)) {
      return failure(400);
    }
    return success(this.pets.filter((pet) => status === null || pet.status === status).slice(0, limit));
  }

  #create(body: string, contentType: string | undefined): ServiceAnswer {
    const sent = parsed(body);
    const isValid =
      /^application\/json(?:$|;)/i.test(contentType ?? '') &&
      typeof sent?.name === 'string' &&
      typeof sent.categoryId === 'number' &&
      [undefined, 'available', 'pending', 'sold'].includes(sent.status);
    return isValid ? success(this.add(sent.name, sent.status, sent.categoryId), 201) : failure(400);
  }
}

/** What was sent to create an animal, or `null` where it is no object. */
export function parsed(body: string): Pet | null {
  try {
    const value = JSON.parse(body);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export function success(value: Pet | readonly Pet[], status = 200): ServiceAnswer {
  return { status, body: JSON.stringify(value) };
}

export function failure(status: number): ServiceAnswer {
  const body = JSON.stringify({ code: `error_${status}`, message: 'It did not work.', status });
  return { status, body, headers: { 'WWW-Authenticate': 'Bearer' } };
}

/** A session with a store of its own. */
export interface StoreSession extends TestSession {
  readonly store: SmallStore;
  readonly requests: Service['requests'];
  /** `GET /pets?limit=1` of every request so far. */
  readonly asked: () => string[];
}

/** A session with a store of its own, whose answers `twist` may change. */
export async function storeSession(
  twist: Twist = () => undefined,
  changes: SessionChanges = {},
): Promise<StoreSession> {
  const store = new SmallStore();
  const { baseUrl, requests } = await startService(
    (request) => twist(request, store) ?? store.answer(request),
  );
  const asked = () => requests.map(({ method, target }) => `${method} ${target}`);
  const test = testSession(baseUrl, changes);
  const check: TestSession['check'] = (requirement, level = 'MUST') =>
    new ReportingCheck(requirement, level, test.session);
  return Object.assign(test, { check, store, requests, asked });
}

/** What a session has found so far, as `requirement kind`, once each. */
export function kindsOf({ findings }: TestSession): string[] {
  return [...new Set(findings.map(({ requirement, kind }) => `${requirement} ${kind}`))];
}

/** Why a piece of work comes to no verdict. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'a verdict',
    (error: unknown) =>
      error instanceof Violation
        ? 'a verdict'
        : error instanceof Error
          ? `${error.name}: ${error.message}`
          : String(error),
  );
}

/** An animal of this run for each status. */
export async function createEach(check: Check, ...statuses: ('available' | 'pending' | 'sold')[]) {
  for (const status of statuses) {
    await check.createPlain(status);
  }
}

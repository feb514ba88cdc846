import { isLosslessNumber, parse } from 'lossless-json';
import type {
  Answer,
  ApiRequest,
  Decoration,
  Message,
  OperationName,
  Outcome,
  Parts,
  PetStore,
} from '../parts.ts';
import type { NewPet, Pet } from '../pet.ts';
import { internalError, invalidBody, invalidParameter, Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { around } from './fault.ts';

export type JsonMembers = Readonly<Record<string, unknown>>;

/** Changes what one operation comes to, refusals left alone. */
export function outcomes(
  operation: OperationName,
  change: (outcome: Outcome, request: ApiRequest) => Outcome,
): Decoration {
  return around(operation, (inner) => async (request, route, parts) => {
    return change(await inner(request, route, parts), request);
  });
}

/** Refuses requests of one operation that it would have to serve: with 400 unless another problem is given. */
export function refusing(
  operation: OperationName,
  when: (request: ApiRequest) => boolean,
  problem = () => (operation === 'createPet' ? invalidBody : invalidParameter)('This is not accepted.'),
): Decoration {
  return around(operation, (inner) => async (request, route, parts) => {
    if (when(request)) {
      throw problem();
    }
    return inner(request, route, parts);
  });
}

/** Returns 500 to requests of one operation that it would have to serve or to refuse. */
export function crashing(operation: OperationName, when: (request: ApiRequest) => boolean): Decoration {
  return refusing(operation, when, internalError);
}

/** Gives refusals of one operation another status. */
export function otherStatus(
  operation: OperationName,
  status: number,
  when: (problem: Problem, request: ApiRequest) => boolean,
): Decoration {
  return around(operation, (inner) => async (request, route, parts) => {
    try {
      return await inner(request, route, parts);
    } catch (error) {
      if (error instanceof Problem && when(error, request)) {
        throw new Problem(status, error.code, error.message, error.headers);
      }
      throw error;
    }
  });
}

/** Changes whole answers, those to callers without a key included. */
export function answers(change: (answer: Answer, request: ApiRequest) => Answer): Decoration {
  return around('handle', (inner) => async (request, parts) => change(await inner(request, parts), request));
}

/** Changes the members of `Error` bodies. */
export function errorBodies(
  change: (body: JsonMembers, problem: Problem, request: ApiRequest) => unknown,
): Decoration {
  return around('showProblem', (inner) => (problem, request) => {
    const outcome = inner(problem, request);
    return { ...outcome, body: change(isMembers(outcome.body) ? outcome.body : {}, problem, request) };
  });
}

/** Changes messages just before they go on the wire. */
export function messages(
  change: (message: Message, answer: Answer, request: ApiRequest) => Message,
): Decoration {
  return around('writeMessage', (inner) => (answer, request, parts) => {
    return change(inner(answer, request, parts), answer, request);
  });
}

/**
 * Loses some responses: the whole one, or half of its body.
 *
 * @param choosing makes what decides of each response which ones; called once for each service
 */
export function losing(
  loss: 'whole' | 'half',
  choosing: () => (message: Message, request: ApiRequest) => boolean,
): Decoration {
  return around('send', (inner) => {
    const isLost = choosing();
    return (message, request, response) => {
      if (!isLost(message, request)) {
        inner(message, request, response);
      } else if (loss === 'whole') {
        response.destroy();
      } else {
        const body = Buffer.from(message.body);
        response.writeHead(message.status, { ...message.headers, 'Content-Length': String(body.length) });
        response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
      }
    };
  });
}

/** Shows members of animals in another way, in one operation or in all. */
export function showing(
  where: OperationName | 'everywhere',
  members: (pet: Pet, shown: JsonMembers) => JsonMembers,
): Decoration {
  return around('showPet', (inner) => (pet, operation) => {
    const shown = inner(pet, operation);
    return where === 'everywhere' || where === operation ? { ...shown, ...members(pet, shown) } : shown;
  });
}

/** Replaces some of the store's methods. */
export function store(change: (inner: PetStore, parts: Parts) => Partial<PetStore>): Decoration {
  return around('petStore', (inner, parts) => ({ ...inner, ...change(inner, parts) }));
}

/** Changes animals on their way into the store. */
export function storedPets(change: (pet: NewPet) => NewPet): Decoration {
  return store((inner) => ({ add: (pet) => inner.add(change(pet)) }));
}

/** Stores another name than the one that was sent. */
export function naming(change: (name: string) => string): Decoration {
  return storedPets((pet) => ({ ...pet, name: change(pet.name) }));
}

/** Changes bodies of creations before the strict reader sees them; what is no JSON object stays as it is. */
export function lenientBodies(change: (body: JsonMembers) => unknown): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const body = bodyMembers(request);
    return inner(body === null ? request : withBody(request, writeJson(change(body))));
  });
}

/** Changes the text of bodies of creations before the strict reader sees them. */
export function lenientText(change: (text: string) => string): Decoration {
  return around('readNewPet', (inner) => (request) => inner(withBody(request, change(bodyText(request)))));
}

export function bodyText(request: ApiRequest): string {
  return new TextDecoder().decode(request.body ?? new Uint8Array());
}

/** The members of a body that is a JSON object, numbers as they were written; `null` for any other body. */
export function bodyMembers(request: ApiRequest): JsonMembers | null {
  try {
    const value = parse(bodyText(request));
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

const documentedMembers = ['name', 'categoryId', 'status'];

/** Whether the body of a creation has a member that `NewPet` does not have. */
export function hasOtherMember(request: ApiRequest): boolean {
  return Object.keys(bodyMembers(request) ?? {}).some((name) => !documentedMembers.includes(name));
}

export function withBody(request: ApiRequest, text: string): ApiRequest {
  return { ...request, body: new TextEncoder().encode(text) };
}

export function withHeader(request: ApiRequest, name: string, value: string): ApiRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

export function isMembers(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

export function without<T extends object>(members: T, ...names: readonly string[]): Partial<T> {
  const rest = { ...members };
  for (const name of names) {
    Reflect.deleteProperty(rest, name);
  }
  return rest;
}

/** Leaves header fields out of an answer or a message. */
export function withoutHeaders<T extends { readonly headers: Readonly<Record<string, string>> }>(
  from: T,
  ...names: readonly string[]
): T {
  const headers = Object.entries(from.headers).filter(([name]) => !names.includes(name));
  return { ...from, headers: Object.fromEntries(headers) };
}

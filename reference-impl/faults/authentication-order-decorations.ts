import { type Answer, type ApiRequest, isCreation } from '../messages.ts';
import type { Decoration, Parts } from '../parts.ts';
import type { NewPet } from '../pet.ts';
import { Problem, unauthorized } from '../problem.ts';
import { letIn } from './authentication-decorations.ts';
import { bodyText } from './decorations.ts';
import { around } from './fault.ts';

/** Looks at something else before the key. */
export function checkingFirst(
  check: (request: ApiRequest, parts: Parts) => void | Promise<void>,
): Decoration {
  return afterUnauthorized(async (answer, request, parts) => {
    try {
      await check(request, parts);
      return answer;
    } catch (error) {
      const problem = error instanceof Problem ? error : unauthorized();
      return { ...answer, ...parts.showProblem(problem, request) };
    }
  });
}

export function afterUnauthorized(
  change: (answer: Answer, request: ApiRequest, parts: Parts) => Answer | Promise<Answer>,
): Decoration {
  return around('handle', (inner) => async (request, parts) => {
    const answer = await inner(request, parts);
    return answer.status === 401 ? change(answer, request, parts) : answer;
  });
}

/** Stores what it refuses. */
export function storingAllTheSame(
  when: (request: ApiRequest) => boolean,
  change: (pet: NewPet) => NewPet = (pet) => pet,
): Decoration {
  return afterUnauthorized(async (answer, request, parts) => {
    if (isCreation(request) && when(request)) {
      try {
        await parts.petStore.add(change(parts.readNewPet(request)));
      } catch {
        return answer;
      }
    }
    return answer;
  });
}

/** Treats the revoked key as a good one. */
export function acceptingRevoked(when: (request: ApiRequest) => boolean): Decoration {
  return letIn((request, parts) => {
    const token = parts.readCredential(request);
    return when(request) && parts.issuedKeys.some(({ revoked, key }) => revoked && key === token);
  });
}

export function requireJson(request: ApiRequest): void {
  try {
    JSON.parse(bodyText(request));
  } catch {
    throw new Problem(400, 'invalid_json', 'The body is not JSON.');
  }
}

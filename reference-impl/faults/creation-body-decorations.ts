import { isLosslessNumber } from 'lossless-json';
import type { ApiRequest, Decoration, Message } from '../parts.ts';
import { Problem } from '../problem.ts';
import { bodyMembers, withBody, withHeader } from './decorations.ts';
import { around } from './fault.ts';

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes bodies of other media types as JSON. */
export function takingContentType(accepted: (type: string | undefined) => boolean): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const asJson = accepted(request.headers['content-type']);
    return inner(asJson ? withHeader(request, 'content-type', 'application/json') : request);
  });
}

/** Stores the animal of a body that it refuses with 400. */
export function storingRefused(
  when: (problem: Problem) => boolean,
  repair: (request: ApiRequest) => ApiRequest,
): Decoration {
  return around('createPet', (inner) => async (request, route, parts) => {
    try {
      return await inner(request, route, parts);
    } catch (error) {
      if (error instanceof Problem && when(error)) {
        await parts.petStore.add(parts.readNewPet(repair(request)));
      }
      throw error;
    }
  });
}

export function repairing(change: (body: Readonly<Record<string, unknown>>) => unknown) {
  return (request: ApiRequest) =>
    withBody(request, JSON.stringify(change(bodyMembers(request) ?? {}), plainNumbers));
}

const plainNumbers = (_name: string, value: unknown) =>
  isLosslessNumber(value) ? Number(value.value) : value;
export const isBroken = (problem: Problem) => problem.code === 'invalid_json';
export const isInvalidJson = (message: Message) =>
  message.status === 400 && String(message.body).includes('invalid_json');
export const jsonType = 'application/json';

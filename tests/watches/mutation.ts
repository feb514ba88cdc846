import type { Exchange, Operation, RecordedResponse } from '../../src/exchange/exchange.ts';
import { describeRequest, type RequestDescription } from '../../src/exchange/request-description.ts';
import type { KnownAnimal } from '../../src/history/animal-history.ts';
import { HistoryWatch } from '../../src/history/history-watch.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  parseJson,
  writeJson,
} from '../../src/json/exact-json.ts';
import type { WatchContext } from '../../src/watchers/watch.ts';
import { runTag } from '../history/traffic.ts';
import type { Run } from './conforming-run.ts';

/** One deviation, put into one place of a conforming run. */
export interface Mutation {
  /** What it makes of the service, in plain words. */
  readonly name: string;
  /** The requirements that it violates, the principal one first. */
  readonly violates: readonly string[];
  /** Whether the same request brings the same deviation from then on. */
  readonly isLasting?: true;
  /** The exchanges to stand in place of `scene.exchange`, or `null` where there is nothing to mutate. */
  readonly mutate: (scene: Scene) => readonly Exchange[] | null;
}

/** What becomes of an animal in an answer; `undefined` where there is nothing to change. */
export type AnimalChange = (animal: JsonObject, scene: Scene) => JsonValue | undefined;

/** An exchange of a conforming run, and what was before it. */
export interface Scene {
  readonly exchange: Exchange;
  readonly description: RequestDescription;
  /** `null` where none came or not a whole one. */
  readonly response: RecordedResponse | null;
  /** The answer's body. */
  readonly json: JsonValue | undefined;
  /** The body that was sent. */
  readonly sent: JsonValue | undefined;
  /** The animal that it reads by its id, where this run created that one and was told so before it asked. */
  readonly own: KnownAnimal | null;
  /** Whether this run never created the animal that it reads by its id, not even after it asked. */
  readonly isOfOthers: boolean;
  /** How often the animal was read before. */
  readonly readBefore: number;
  readonly before: readonly Exchange[];
  readonly context: WatchContext;
}

/** Every place of a run that a mutation may look at. */
export function scenesOf({ exchanges, context }: Run): Scene[] {
  const whole = new HistoryWatch(runTag);
  for (const exchange of exchanges) {
    whole.see(exchange);
  }
  const watch = new HistoryWatch(runTag);
  return exchanges.map((exchange, index) => {
    const description = describeRequest(exchange.request);
    const animal = description.petId === null ? undefined : watch.history.animal(description.petId);
    const isOwn =
      animal?.creation !== undefined &&
      animal.creation !== null &&
      !animal.tainted &&
      exchange.sentAtMs >= animal.creation.exchange.finishedAtMs;
    const scene: Scene = {
      exchange,
      description,
      response: exchange.failure === null ? exchange.response : null,
      json: parsed(exchange.failure === null ? exchange.response?.body : undefined),
      sent: parsed(exchange.request.body),
      own: isOwn ? animal : null,
      isOfOthers: description.petId !== null && !whole.history.animal(description.petId)?.creation,
      readBefore: animal?.reads.length ?? 0,
      before: exchanges.slice(0, index),
      context,
    };
    watch.see(exchange);
    return scene;
  });
}

/** JSON text of a body, a byte order mark left out; `undefined` where it is none. */
export function parsed(text: string | null | undefined): JsonValue | undefined {
  try {
    return parseJson((text ?? '').replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Whether it is an answer with this status to a usual request of the operation. What has no canonical id may be a path
 * of its own, whose answers the document does not describe.
 */
export function isAnswer({ description, response }: Scene, status: number, operation: Operation): boolean {
  return (
    response?.status === status &&
    description.operation === operation &&
    (operation !== 'getPet' || description.petId !== null) &&
    !description.unusual
  );
}

/** The exchange with an answer that is other in these points; what is left out stays as it is. */
export function answered(
  { exchange, response }: Scene,
  changes: Partial<RecordedResponse>,
): Exchange[] | null {
  return response === null ? null : [{ ...exchange, response: { ...response, ...changes } }];
}

/** The exchange with another JSON body, in the layout that is easiest to read. */
export function withJson(scene: Scene, value: JsonValue | undefined): Exchange[] | null {
  return value === undefined ? null : answered(scene, { body: writeJson(value) });
}

/** The exchange with a header field that is other, or gone. */
export function withField(scene: Scene, name: string, value: string | null): Exchange[] | null {
  const { response } = scene;
  if (response === null) {
    return null;
  }
  const others = response.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase());
  return answered(scene, { headers: value === null ? others : [...others, [name, value]] });
}

export function fieldOf({ response }: Scene, name: string): string | null {
  const field = response?.headers.find(([written]) => written.toLowerCase() === name.toLowerCase());
  return field === undefined ? null : field[1];
}

/** An object with one member changed, or taken away; `undefined` where it has no such member. */
export function changed(
  value: JsonValue | undefined,
  name: string,
  item: JsonValue | undefined,
): JsonObject | undefined {
  if (!isJsonObject(value) || member(value, name) === undefined) {
    return undefined;
  }
  const { [name]: _old, ...others } = value;
  return item === undefined ? others : { ...others, [name]: item };
}

/** A list whose last animal is changed; `undefined` where there is none. */
export function lastChanged(
  list: JsonValue | undefined,
  change: (last: JsonObject) => JsonValue | undefined,
): JsonValue[] | undefined {
  const last = Array.isArray(list) ? list.at(-1) : undefined;
  const other = isJsonObject(last) ? change(last) : undefined;
  return other === undefined || !Array.isArray(list) ? undefined : [...list.slice(0, -1), other];
}

/** The JSON number of a literal, to the last digit. */
export function literal(text: string): JsonValue {
  return parseJson(text);
}

import type { RecordedRequest } from '../exchange/exchange.ts';
import { headerValue, isAddedByClient } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { isInt64, member } from '../json/exact-json.ts';
import type { ReportExchange, ReportExchanges } from '../report/report.ts';
import type { Assertion, Capture, Step, StepRequest, Template } from './reproduction.ts';
import { tagVariable, type Variables, withVariable } from './variables.ts';

/** A longer body would make a file that no editor opens well. */
const longestBody = 262_144;

export function readsAnimal(exchange: ReportExchange): boolean {
  return readId(exchange) !== null;
}

/** The id that an exchange reads, or `null`. */
export function readId({ request }: ReportExchange): string | null {
  return request.method === 'GET' ? (/^\/pets\/(-?\d{1,19})$/.exec(request.target)?.[1] ?? null) : null;
}

/** The creation of the animal that an exchange reads. */
export function creationOf(example: ReportExchange, exchanges: ReportExchanges): ReportExchange | undefined {
  const id = readId(example);
  return id === null
    ? undefined
    : [...exchanges.values()].find((one) => one.number < example.number && createdId(one) === id);
}

/** A plain creation for findings that each animal shows: one on record, or one of a category that the example shows. */
export function anyCreation(example: ReportExchange, exchanges: ReportExchanges): ReportExchange | undefined {
  const recorded = [...exchanges.values()].find(
    (one) => createdId(one) !== null && typeof describeRequest(one.request).newPet?.plainName === 'string',
  );
  const { request, response } = example;
  const category = response === null ? null : member(jsonValue(response), 'categoryId');
  if (recorded !== undefined || !isInt64(category) || category < 1n || category >= 2n ** 31n) {
    return recorded;
  }
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const body = `{"name":"Rex","categoryId":${category},"status":"available"}`;
  const creation = { method: 'POST', target: '/pets', body };
  return {
    ...example,
    request: { ...request, ...creation, headers: [...headers, ['Content-Type', 'application/json']] },
  };
}

export function createdId({ request, response }: ReportExchange): string | null {
  const id = request.method === 'POST' && response?.status === 201 ? member(jsonValue(response), 'id') : null;
  return isInt64(id) ? String(id) : null;
}

/** Puts steps together: requests that read created animals read those of the earlier steps. */
export class StepBuilder {
  readonly #steps: Step[] = [];
  readonly #variables: Variables;
  readonly #ids = new Map<string, string>();
  #problem: string | null = null;
  /** The part of names that is new each time, or empty. */
  freshPart = '';

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /**
   * Adds a creation whose id later steps use. Returns the name of the variable.
   *
   * @param id the recorded id that it replaces
   */
  addCreation(creation: ReportExchange, id = createdId(creation) ?? ''): string {
    const name = `id_${this.#ids.size + 1}`;
    this.add('creation', creation, { assumed: [201], assertions: [] }, [{ name, member: 'id' }]);
    this.#ids.set(id, name);
    return name;
  }

  /** Adds the creation of an animal, unless there is none or it was added before. Returns whether there is one. */
  addAnimal(creation: ReportExchange | undefined): boolean {
    if (creation !== undefined && !this.#ids.has(createdId(creation) ?? '')) {
      this.addCreation(creation);
    }
    return creation !== undefined;
  }

  /** Adds a request without whose recorded status the finding can't show. */
  addControl(control: ReportExchange | undefined): void {
    const status = control?.response?.status;
    if (control !== undefined && status !== undefined) {
      this.add('control', control, { assumed: [status], assertions: [] });
    }
  }

  add(
    role: string,
    { request }: ReportExchange,
    expected: Pick<Step, 'assumed' | 'assertions'>,
    captures: readonly Capture[] = [],
    body: Template | null = null,
  ): void {
    this.#problem ??= unsendable(request);
    const made = this.#request(request);
    this.#steps.push({
      role,
      request: body === null ? made : { ...made, body },
      assumed: expected.assumed,
      captures,
      assertions: expected.assertions.map((assertion) => this.#withIds(assertion)),
    });
  }

  /** The steps, or why one of them can't be sent again. */
  result(): Step[] | string {
    return this.#problem ?? this.#steps;
  }

  #request({ method, target, headers, body, firstWriteBytes }: RecordedRequest): StepRequest {
    const id = /^\/pets\/(-?\d+)$/.exec(target)?.[1] ?? '';
    const variable = this.#ids.get(id);
    const template = (text: string) =>
      withVariable(this.#variables.template(text), this.freshPart, tagVariable);
    const path: Template = variable === undefined ? template(target) : ['/pets/', { name: variable }];
    return {
      method,
      target: path,
      headers: headers
        .filter(([name]) => !isAddedByClient(name))
        .map(([name, value]) => [name, this.#variables.template(value)] as const),
      body: body === null ? null : template(body),
      firstWriteBytes: firstWriteBytes ?? null,
    };
  }

  #withIds(assertion: Assertion): Assertion {
    const variable =
      assertion.kind === 'equals' && assertion.member === 'id'
        ? this.#ids.get(String(assertion.value))
        : undefined;
    return variable === undefined ? assertion : { kind: 'captured', member: 'id', variable, equal: true };
  }
}

/** Why a request can't be sent again as it was, or `null`. */
function unsendable(request: RecordedRequest): string | null {
  const { body, headers, method } = request;
  const length = headerValue(headers, 'Content-Length');
  if (body?.includes('\ufffd')) {
    return 'the report does not hold the exact bytes of its body, which are not UTF-8';
  }
  if (body !== null && body.length > longestBody) {
    return 'its body is larger than 256 KiB';
  }
  if (length !== undefined && !/^\d+$/.test(length)) {
    return 'its Content-Length is none';
  }
  if (!/^[A-Z]+$/.test(method)) {
    return 'its method is unusual';
  }
  return headers.some(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value),
  )
    ? 'other clients do not send such header fields'
    : null;
}

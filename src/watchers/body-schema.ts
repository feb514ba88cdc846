import type { Operation } from '../exchange/exchange.ts';
import { jsonBody } from '../exchange/response-body.ts';
import type { ParsedJson } from '../json/parsed-json.ts';
import { misfit, type SchemaName } from '../json/published-schema.ts';
import { type Contradiction, contradiction } from '../json/repeated-members.ts';
import type { Deviation } from '../verdict/finding.ts';
import { twoValues, valueAt } from './quoted.ts';
import type { Notes } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'responses/schema';

const success: Record<
  Operation,
  { readonly status: number; readonly schema: SchemaName; readonly title: string }
> = {
  listPets: { status: 200, schema: 'pets', title: 'Pets' },
  createPet: { status: 201, schema: 'pet', title: 'Pet' },
  getPet: { status: 200, schema: 'pet', title: 'Pet' },
};

/**
 * responses/schema: a 200 or 201 that is JSON fits the schema of its operation exactly, and no documented member is a
 * duplicate key with different values (RFC 8259 section 4).
 */
export function judgeSchema(
  { request, response, whole, describedBody, answer }: WatchedExchange,
  notes: Notes,
): void {
  if (response === null || request.operation === null || !whole || !describedBody) {
    return;
  }
  const { status, schema, title } = success[request.operation];
  if (response.status !== status) {
    return;
  }
  const body = jsonBody(response);
  if (body.ok) {
    notes.judge(
      id,
      schemaDeviation(body.parsed, schema, title, answer) ?? contradictoryPet(body.parsed, answer),
    );
  }
}

function schemaDeviation(
  body: ParsedJson,
  schema: SchemaName,
  title: string,
  answer: string,
): Deviation | null {
  const wrong = misfit(body, schema);
  return wrong === null
    ? null
    : {
        kind: `${schema}: ${wrong.kind}`,
        message: `The body of ${answer} does not match the schema ${title}`,
        expected: `a body that matches ${title}: ${wrong.pointer === '' ? 'the body' : wrong.pointer} ${wrong.problem}`,
        actual: valueAt(body.value, wrong.pointer),
      };
}

const members = ['id', 'name', 'categoryId', 'status'];

function contradictionOfPets({ text, instance }: ParsedJson): Contradiction | null {
  return contradiction(text, members, Array.isArray(instance) ? instance.length : 1);
}

/** A duplicate key with different values fits no schema: parsers disagree on which value counts. */
function contradictoryPet(body: ParsedJson, answer: string): Deviation | null {
  const found = body.plain === null ? body.fact('contradiction of pets', contradictionOfPets) : null;
  return found === null
    ? null
    : {
        kind: `${found.name} repeated`,
        message: `An animal in the body of ${answer} has ${found.name} twice, with different values`,
        expected: `one ${found.name}`,
        actual: twoValues(found),
      };
}

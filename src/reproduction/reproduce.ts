import { isViolated } from '../report/by-verdict.ts';
import { exchangesByNumber, smallestExample } from '../report/example.ts';
import type { Report, ReportExchange, ReportExchanges, ReportFinding } from '../report/report.ts';
import { shellWord } from '../report/shell-word.ts';
import { expectationOf } from './expectations.ts';
import type { ReproducedReport, Reproduction, Step } from './reproduction.ts';
import {
  clientIdSteps,
  effectSteps,
  type RelatedRequest,
  repeatedIdSteps,
  sameCodeSteps,
  stableSteps,
} from './sequences.ts';
import { anyCreation, creationOf, readId, readsAnimal, StepBuilder } from './step-builder.ts';
import { Variables } from './variables.ts';

export interface ReproductionOptions {
  /** Whether the findings of a requirement are wanted. */
  readonly isWanted: (requirement: string) => boolean;
  /** The path of the report in the replay commands. */
  readonly reportPath: string;
}

/** The findings of a report as requests and expected responses. Pure. */
export function reproduce(report: Report, { isWanted, reportPath }: ReproductionOptions): ReproducedReport {
  const variables = new Variables();
  const exchanges = exchangesByNumber(report);
  const reproductions = report.requirements
    .filter(({ id, verdict }) => isViolated(verdict) && isWanted(id))
    .flatMap(({ id, findings }) =>
      findings.map((finding): Reproduction => {
        const { kind, message, expected, actual } = finding;
        const replay = `npx animal-store-conformance replay ${shellWord(reportPath)} ${shellWord(id)}`;
        const steps = stepsOf(id, finding, report, exchanges, variables);
        const facts = { requirement: id, kind, message, expected, actual, replay };
        return typeof steps === 'string' ? { ...facts, reason: steps } : { ...facts, steps };
      }),
    );
  const { target, tool, run } = report;
  return {
    baseUrl: target.baseUrl,
    suite: `${tool.name} ${tool.version}`,
    startedAt: run.startedAt,
    reproductions,
    variables: variables.given,
  };
}

const withoutEffect = /^(?:auth|create)\/refused-without-effect$/;

/** The steps of a finding, or why there are none. */
function stepsOf(
  requirement: string,
  finding: ReportFinding,
  report: Report,
  exchanges: ReportExchanges,
  variables: Variables,
): Step[] | string {
  const example = smallestExample(finding, exchanges);
  if (example === undefined) {
    return 'the report does not hold its request';
  }
  const related = relatedOf(finding, exchanges);
  const builder = new StepBuilder(variables);
  if (withoutEffect.test(requirement)) {
    return effectSteps(example, related, report, builder);
  }
  if (requirement === 'create/unique-ids') {
    return repeatedIdSteps(example, related, builder);
  }
  if (requirement === 'create/ignores-client-id') {
    return clientIdSteps(finding, example, builder);
  }
  if (requirement === 'get/stable') {
    return stableSteps(example, related, exchanges, builder);
  }
  if (requirement === 'errors/code-stable') {
    return sameCodeSteps(example, related, builder);
  }
  const creation = creationOf(example, exchanges);
  const expectation = expectationOf(requirement, { finding, example, creation });
  if ('reason' in expectation) {
    return expectation.reason;
  }
  if (requirement === 'get/id-matches' && creation === undefined) {
    const [any, id] = [anyCreation(example, exchanges), readId(example)];
    if (any === undefined || id === null) {
      return 'the report does not say how to create an animal to read';
    }
    builder.addCreation(any, id);
    builder.add('the request', example, { assumed: [], assertions: expectation.assertions });
    return builder.result();
  }
  const mustExist = !/^(?:auth\/|get\/unknown-id$)/.test(requirement);
  if (readsAnimal(example) && creation === undefined && mustExist && isOfAnimal.test(requirement)) {
    return 'the report does not hold the creation of its animal';
  }
  const controls = related.filter(({ role }) => isControl(role)).map(({ exchange }) => exchange);
  for (const control of controls) {
    if (builder.addAnimal(creationOf(control, exchanges)) || !readsAnimal(control)) {
      builder.addControl(control);
    }
  }
  if (controls.length === 0 && mayRefuseNames.test(requirement)) {
    builder.addControl(withStatus(example));
  }
  builder.addAnimal(creation);
  builder.add('the request', example, {
    assumed: expectation.assumed ?? [],
    assertions: expectation.assertions,
  });
  return builder.result();
}

function relatedOf({ related }: ReportFinding, exchanges: ReportExchanges): RelatedRequest[] {
  return related
    .flatMap(({ role, exchange: number }) => {
      const exchange = exchanges.get(number);
      return exchange === undefined ? [] : [{ role, exchange }];
    })
    .sort((left, right) => left.exchange.number - right.exchange.number);
}

/** A service may have rules for names and categories: it has to accept the plain form first. */
const mayRefuseNames = /^create\/(?:status-optional|content-type-parameters)$/;

/** The same creation in the plainest form. */
function withStatus(example: ReportExchange): ReportExchange | undefined {
  const { request, response } = example;
  const { body, headers } = request;
  if (response === null || body === null) {
    return undefined;
  }
  const status = /"status"/.test(body) ? body : body.replace(/\}\s*$/, ',"status":"available"}');
  const plain = headers.map(
    ([name, value]) => [name, /^content-type$/i.test(name) ? 'application/json' : value] as const,
  );
  return {
    ...example,
    request: { ...request, body: status, headers: plain },
    response: { ...response, status: 201 },
  };
}

const isOfAnimal = /^(?:get\/(?:returns|id)|create\/)/;

function isControl(role: string): boolean {
  return role === 'control' || role === 'the same request with the key';
}

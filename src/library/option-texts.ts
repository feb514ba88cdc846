import type { Plan, PlanLimit, QuotaKey } from '../runner/run-options.ts';
import { OptionsError } from './options-error.ts';

/** How a value that a program gave is written on the command line; throws for one of another type. */
type Written = (value: unknown, name: string) => readonly string[];

function needs(what: string): (name: string) => OptionsError {
  return (name) => new OptionsError(`${name}: it must be ${what}`);
}

const noText = needs('text');
const noList = needs('a list');

const text: Written = (value, name) => {
  if (typeof value !== 'string') {
    throw noText(name);
  }
  return [value];
};

/** A report itself is read by other means. */
const path: Written = (value, name) => {
  if (isRecord(value)) {
    return [];
  }
  if (typeof value !== 'string') {
    throw needs('a report, or the path of one')(name);
  }
  return [value];
};

const texts: Written = (value, name) => listOf(value, name).flatMap((one) => text(one, name));

const flag: Written = (value, name) => {
  if (typeof value !== 'boolean') {
    throw needs('true or false')(name);
  }
  return [String(value)];
};

const count: Written = (value, name) => {
  if (!Number.isSafeInteger(value)) {
    throw needs('a whole number')(name);
  }
  return [String(value)];
};

const share: Written = (value, name) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw needs('a number from 0 to 1')(name);
  }
  return [value.toFixed(6)];
};

const milliseconds: Written = (value, name) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw needs('a whole number of milliseconds, 0 or more')(name);
  }
  return [`${value}ms`];
};

const categories: Written = (value, name) =>
  listOf(value, name).flatMap((one) => (typeof one === 'bigint' ? [String(one)] : count(one, name)));

const planLimits: Written = (value, name) => {
  if (!isRecord(value)) {
    throw needs('an object: { enterprise: { perMinute: 5000, perDay: 1000000 } }')(name);
  }
  return Object.entries(value).flatMap(([plan, limit]) => {
    if (limit === undefined) {
      return [];
    }
    if (!isLimit(limit)) {
      throw needs('whole numbers of requests: { perMinute: 5000, perDay: 1000000 }')(`${name}.${plan}`);
    }
    return [`${plan}=${limit.perMinute}/${limit.perDay}`];
  });
};

const quotaKeys: Written = (value, name) =>
  listOf(value, name).map((one) => {
    if (!isQuotaKey(one)) {
      throw needs("a list of keys with their plans: [{ plan: 'free', key: … }]")(name);
    }
    return `${one.plan}=${one.key}`;
  });

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw noList(name);
  }
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLimit(value: unknown): value is PlanLimit {
  return isRecord(value) && Number.isSafeInteger(value['perMinute']) && Number.isSafeInteger(value['perDay']);
}

function isQuotaKey(value: unknown): value is QuotaKey & { readonly plan: Plan } {
  return isRecord(value) && typeof value['plan'] === 'string' && typeof value['key'] === 'string';
}

/** An option of the library that the command line has too. */
interface OptionText {
  /** Its name there, without dashes. */
  readonly option: string;
  readonly written: Written;
}

/** What the command line says of the library's options. */
export const optionTexts = {
  baseUrl: { option: 'base-url', written: text },
  apiKey: { option: 'api-key', written: text },
  allowWeakKey: { option: 'allow-weak-key', written: flag },
  plan: { option: 'plan', written: text },
  planLimits: { option: 'plan-limit', written: planLimits },
  revokedKey: { option: 'revoked-key', written: text },
  quotaKeys: { option: 'quota-key', written: quotaKeys },
  headers: { option: 'header', written: texts },
  resolve: { option: 'resolve', written: texts },
  caFile: { option: 'ca-file', written: text },
  clientCertificate: { option: 'client-certificate', written: text },
  clientKey: { option: 'client-key', written: text },
  dayQuota: { option: 'day-quota', written: flag },
  overshoot: { option: 'overshoot', written: count },
  probeBan: { option: 'probe-ban', written: flag },
  categoryIds: { option: 'category-id', written: categories },
  nameTemplate: { option: 'name-template', written: text },
  only: { option: 'only', written: texts },
  skip: { option: 'skip', written: texts },
  readOnly: { option: 'read-only', written: flag },
  disguise: { option: 'disguise', written: flag },
  effort: { option: 'effort', written: text },
  maxRequests: { option: 'max-requests', written: count },
  maxTimeMs: { option: 'max-time', written: milliseconds },
  consistencyGraceMs: { option: 'consistency-grace', written: milliseconds },
  timeoutMs: { option: 'timeout', written: milliseconds },
  minuteMs: { option: 'minute', written: milliseconds },
  dayMs: { option: 'day', written: milliseconds },
  seed: { option: 'seed', written: count },
  failOn: { option: 'fail-on', written: text },
  minDecided: { option: 'min-decided', written: share },
  requireComplete: { option: 'require-complete', written: flag },
  strictWaivers: { option: 'strict-waivers', written: flag },
  baseline: { option: 'baseline', written: path },
  catalogue: { option: 'catalogue', written: count },
  reportDir: { option: 'report-dir', written: text },
  htmlAssets: { option: 'html-assets', written: text },
} as const satisfies Readonly<Record<string, OptionText>>;

/** The words of the command line in an error, in those of the library: `--plan-limit` is `planLimits`. */
export function inWordsOfLibrary(message: string): string {
  return message
    .replace(/^base URL:/, 'baseUrl:')
    .replace(/--quota-key PLAN=KEY/g, 'quotaKeys')
    .replace(/--([a-z]+(?:-[a-z]+)*)/g, (written, option: string) => {
      const known = Object.entries(optionTexts).find(([, { option: name }]) => name === option);
      return known?.[0] ?? written;
    });
}

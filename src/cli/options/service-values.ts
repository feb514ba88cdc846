import { isIP } from 'node:net';
import { codePointName } from '../../report/words.ts';
import type { Plan, PlanLimit, QuotaKey } from '../../suite/run-options.ts';
import type { Address } from '../../target/transport.ts';
import { type Located, quoted, readLocated, requireThat, suggestion } from '../usage-error.ts';
import { type Codec, choice, text, wholeNumber } from './values.ts';

/**
 * A base URL: an absolute http or https URL without user information, query and fragment; slashes at its end are
 * removed. The error never contains the text, which may be a key.
 */
export const baseUrl: Codec<string> = {
  placeholder: 'URL',
  parse: (given) => {
    requireThat(!/[\s\p{Cc}]/u.test(given), 'there is white space or a control character in it; remove it');
    const url = /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : null;
    requireThat(url !== null, 'this is no absolute http or https URL: write e.g. http://localhost:8080/v1');
    requireThat(!given.includes('?'), 'a base URL has no query: remove everything from "?" on');
    requireThat(!given.includes('#'), 'a base URL has no fragment: remove everything from "#" on');
    requireThat(
      url.username === '' && url.password === '' && !/^[^/]*\/\/[^/\\]*@/.test(given),
      'a base URL must not contain a user name and password: remove everything up to "@"; pass keys with --api-key',
    );
    return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
  },
};

/** The base URL of a place, or an address to connect to for the host of the service's base URL. */
export type GivenPlace =
  | { readonly kind: 'base URL'; readonly baseUrl: string }
  | { readonly kind: 'address'; readonly address: Address };

/** A base URL, `192.0.2.7`, `192.0.2.7:8443`, `2001:db8::7` or `[2001:db8::7]:8443`. */
export const place: Codec<GivenPlace> = {
  placeholder: 'ADDRESS',
  parse: (given) => {
    if (/^https?:\/\//i.test(given)) {
      return { kind: 'base URL', baseUrl: baseUrl.parse(given) };
    }
    const [, bracketed, plain = bracketed ?? given, port] =
      /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(given) ?? [];
    const number = port === undefined ? null : Number(port);
    // A zone (`%eth0`) is no part of a URL.
    const isAddress = isIP(plain) !== 0 && !plain.includes('%');
    requireThat(
      isAddress && (number === null || (number > 0 && number <= 65_535)),
      'this is neither a base URL nor an IP address: write e.g. https://eu.example.com/v1 or 192.0.2.7:8443',
    );
    return { kind: 'address', address: { ip: plain, port: number } };
  },
};

/** The text that is read as this place. */
export function writePlace(given: GivenPlace): string {
  if (given.kind === 'base URL') {
    return given.baseUrl;
  }
  const { ip, port } = given.address;
  return port === null ? ip : `${isIP(ip) === 6 ? `[${ip}]` : ip}:${port}`;
}

const leastLength = 8;
const leastDifferent = 5;
/** `$NAME`, `${NAME}`, `${{ secrets.NAME }}`, `%NAME%`: what a shell or a pipeline should have replaced. */
const unexpanded = /^(?:\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\{\{.*\}\}|%\w+%)$/;

/**
 * A key that an `Authorization` field can carry (RFC 9110 section 5.5): characters of Latin-1 without control
 * characters, no white space at either end; and one that can be distinguished from other text, so that reports can
 * hide it. The error never contains the key.
 */
export const apiKey: Codec<string> = {
  placeholder: 'KEY',
  parse: (key) => {
    requireThat(key !== '', 'the API key is empty');
    requireThat(
      key.trim() === key,
      'the API key has white space or a line break at its start or end; remove it',
    );
    for (const [index, character] of [...key].entries()) {
      requireThat(
        /[\u0020-\u007e\u00a0-\u00ff]/.test(character),
        `character ${index + 1} of the API key is ${codePointName(character)}, which no header can carry; copy the key again`,
      );
    }
    requireThat(
      !unexpanded.test(key),
      'this is the name of a variable, not its value: let the shell or the pipeline expand it, in double quotes, and check that it is set there',
    );
    requireThat(
      !/^Bearer\s/i.test(key) && !/^(["']).*\1$/s.test(key),
      'pass the key alone, without the word Bearer and without quotation marks; the program adds Bearer to each request',
    );
    requireThat(
      key.length >= leastLength && new Set(key).size >= leastDifferent,
      `the key has fewer than ${leastLength} characters, or fewer than ${leastDifferent} different ones, so it can't be hidden in reports; use another`,
    );
    return key;
  },
};

/** The plans, in the order of the interface document's section "Rate limits by plan". */
export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];

export const plan = choice('PLAN', plans);

/** The documented limits; those of `enterprise` are custom. */
export const documentedLimits: Readonly<Partial<Record<Plan, PlanLimit>>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};

export interface StatedLimit extends PlanLimit {
  readonly plan: Plan;
}

const requests = wholeNumber('N', 1);

/** The limits of one plan in requests, written `PLAN=MINUTE/DAY`: `enterprise=5000/1000000`. */
export const planLimit: Codec<StatedLimit> = {
  placeholder: 'PLAN=MINUTE/DAY',
  examples: ['enterprise=5000/1000000'],
  parse: (given) => {
    const parts = /^([^=]*)=([^/]*)\/(.*)$/s.exec(given);
    requireThat(
      parts !== null,
      `${quoted(given)} is not PLAN=MINUTE/DAY: write e.g. enterprise=5000/1000000`,
    );
    const [, named = '', minute = '', day = ''] = parts;
    const known = plan.parse(named);
    const perMinute = readLocated({ value: minute, label: 'per minute' }, requests.parse);
    const perDay = readLocated({ value: day, label: 'per day' }, requests.parse);
    requireThat(
      perDay >= perMinute,
      `${quoted(given)} grants less per day than per minute: the limit per minute is first`,
    );
    return { plan: known, perMinute, perDay };
  },
  textOf: (value) => {
    const { plan: named, perMinute, perDay } = Object(value);
    return typeof named === 'string' ? `${named}=${perMinute}/${perDay}` : undefined;
  },
};

/**
 * The documented limits, replaced by those that the user states.
 *
 * @throws {UsageError} if a plan is stated twice.
 */
export function planLimitsWith(
  stated: readonly Located<StatedLimit>[],
): Readonly<Partial<Record<Plan, PlanLimit>>> {
  const limits = new Map<Plan, PlanLimit>();
  for (const { value, label } of stated) {
    const { plan: named, ...limit } = value;
    requireThat(!limits.has(named), `${label}: the limits of ${named} are passed twice; pass them once`);
    limits.set(named, limit);
  }
  return { ...documentedLimits, ...Object.fromEntries(limits) };
}

/**
 * A key that the run may exhaust, after its plan: `free=KEY`; or only the plan, with an empty key. The error never
 * contains the text, because any part of it may belong to the key.
 */
export const quotaKey: Codec<QuotaKey> = {
  placeholder: 'PLAN=KEY',
  parse: (given) => {
    const equals = given.indexOf('=');
    const named = equals === -1 ? given : given.slice(0, equals);
    const known = plans.find((one) => one === named);
    requireThat(
      known !== undefined,
      `${equals === -1 ? 'this' : 'the text before "="'} is not one of ${plans.join(', ')}${suggestion(named, plans, '; write e.g. free=KEY')}`,
    );
    return { plan: known, key: equals === -1 ? '' : apiKey.parse(given.slice(equals + 1)) };
  },
  textOf: (value) => {
    const { plan: named, key } = Object(value);
    return typeof named === 'string' && typeof key === 'string' ? `${named}=${key}` : undefined;
  },
};

/** @throws {UsageError} for a plan without its key. */
export function requireKey({ value, label }: Located<QuotaKey>): QuotaKey {
  requireThat(value.key !== '', `${label}: this is not PLAN=KEY: write e.g. ${value.plan}=KEY`);
  return value;
}

/**
 * Fields that the client or the checks set, those of a connection (RFC 9110 section 7.6.1), and those that change the
 * response.
 */
const refusedField =
  /^(?:authorization|host|accept|user-agent|traceparent|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|range|prefer|x-http-method|x-http-method-override|x-method-override|content-.*|proxy-.*|accept-.*|if-.*)$/i;
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

export interface CarriedField {
  readonly name: string;
  readonly value: string;
}

/** `NAME: VALUE`, a field that every request carries. The error never contains the value, which may be a secret. */
export const header: Codec<CarriedField> = {
  placeholder: "'NAME: VALUE'",
  parse: (given) => {
    const colon = given.indexOf(':');
    const name = given.slice(0, Math.max(0, colon));
    const value = given.slice(colon + 1).trim();
    requireThat(fieldName.test(name), `this is not NAME: VALUE: write e.g. 'X-Tenant: acme'`);
    const instead = name.toLowerCase() === 'authorization' ? '; pass keys with --api-key' : '';
    requireThat(
      !refusedField.test(name),
      `${name} is for the checks themselves to write: leave it out${instead}`,
    );
    requireThat(value !== '', `${name} has no value: write '${name}: VALUE'`);
    requireThat(
      !/[^\t\x20-\x7e]/.test(value),
      `the value of ${name} has characters other than printable ASCII`,
    );
    return { name, value };
  },
};

/** Written out: the help needs no catalogue. */
const groups = ['auth', 'list', 'create', 'get', 'responses', 'errors', 'rate', 'quota', 'version', 'store'];

export const glob: Codec<string> = { ...text('GLOB'), examples: groups.map((group) => `${group}/*`) };

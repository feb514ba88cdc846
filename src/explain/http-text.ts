import { STATUS_CODES } from 'node:http';
import type { ExampleExchange } from '../verdict/requirement.ts';

/** The maximum length of a shown body, in characters. */
const longestBody = 400;

/** A request and its response as lines of HTTP; the base URL ends in `/v1`. */
export function httpLines({ request, response }: ExampleExchange): string[] {
  return [
    `${request.method} /v1${request.target} HTTP/1.1`,
    ...fieldLines(request.headers),
    ...bodyLines(request.body ?? ''),
    '',
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`.trimEnd(),
    ...fieldLines(response.headers),
    ...bodyLines(response.body),
  ];
}

function fieldLines(headers: ExampleExchange['request']['headers']): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`.trimEnd());
}

function bodyLines(body: string): string[] {
  if (body === '') {
    return [];
  }
  const shown =
    body.length <= longestBody ? body : `${body.slice(0, longestBody)}… (${body.length} characters)`;
  return ['', ...shown.split('\n')];
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** Shorter texts occur by coincidence. */
const leastSecretLength = 8;
/** Texts with fewer different characters occur in padding and long names. */
const leastDifferentCharacters = 4;

/** Text of every conforming service and of this program. A key that is part of it can't be distinguished from it. */
const vocabulary: readonly string[] = [
  'available pending sold name categoryId status message code limit petId',
  'application/json; charset=utf-8 application/problem+json text/html text/plain',
  'X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset Retry-After WWW-Authenticate Authorization',
  'Content-Type Content-Length Content-Encoding Transfer-Encoding Connection keep-alive Keep-Alive Location',
  'Cache-Control no-store no-cache must-revalidate Vary Accept-Encoding Date Server X-Powered-By X-Request-Id',
  'Strict-Transport-Security Access-Control-Allow-Origin Access-Control-Expose-Headers Deprecation Sunset',
  'Bad Request Unauthorized Forbidden Not Found Method Not Allowed Too Many Requests Internal Server Error',
  'bad_request unauthorized not_found method_not_allowed too_many_requests rate_limit_exceeded internal_error',
  'invalid_request invalid_api_key missing_api_key validation_error api_key api-key apikey access_token',
  'animal-store-conformance animal_store_conformance Animal Store Service Interface animalstore petstore',
  'ANIMAL_STORE_API_KEY ANIMAL_STORE_QUOTA_KEYS Bearer traceparent User-Agent',
  '9223372036854775807 9223372036854775808 9007199254740991 9007199254740992 9007199254740993',
  'abcdefghijklmnopqrstuvwxyz 0123456789 1234567890',
];
const vocabularyText = vocabulary.join('\n').toLowerCase();

/**
 * Whether a text is too common to search for in responses: a match would not prove that the server repeated it, and
 * masking would change the response that verdicts use.
 */
export function isOrdinary(text: string, furtherTexts: readonly string[]): boolean {
  if (text.length < leastSecretLength || new Set(text).size < leastDifferentCharacters) {
    return true;
  }
  const wanted = text.toLowerCase();
  return (
    vocabularyText.includes(wanted) || furtherTexts.some((words) => words.toLowerCase().includes(wanted))
  );
}

/** A date, a time or an address, which most records contain. */
const dateOrAddress = /^(?=.*\D)[-+.:/\d ]*(?:T[\d:.]*)?Z?$/;

/** Whether a piece of a secret is not secret by itself: a common word, or a part of a date. */
export function isOrdinaryPiece(piece: string, furtherTexts: readonly string[]): boolean {
  return dateOrAddress.test(piece) || isOrdinary(piece, furtherTexts);
}

/** Whether a text with quotes contains only words of every conforming service: `"available"`, or `"status":"sold"`. */
export function quotesVocabulary(text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z\d_-]+/);
  return text.includes('"') && words.every((word) => vocabularyText.includes(word));
}

/** The sources of report texts. The reference implementation is excluded, because it contains keys. */
const folders = ['dist/src', 'dist/suites', 'assets', 'schemas'];
const ofTexts = /[.](?:js|json|css)$/;

let program: string | null = null;

/**
 * Whether the texts of this program contain a window, so that any report may contain it. Runs only after a match of a
 * piece of a key, which is rare.
 */
export function occursInProgram(window: string): boolean {
  program ??= folders.flatMap((folder) => filesBelow(join(packageRoot(), folder))).join('\n');
  return program.includes(window);
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ofTexts.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  } catch {
    return [];
  }
}

/**
 * Whether digits may be a number that is unrelated to a secret.
 *
 * @param isReadable whether they are decimal digits of the secret itself
 */
export function isOtherNumber(text: string, start: number, end: number, isReadable: boolean): boolean {
  return (
    isNumberOfJson(text, start, end) ||
    (isReadable &&
      ((isPartOfNumber(text, start, end) && end - start < minDistinctiveDigits) ||
        isWholeText(text, start, end)))
  );
}

/** This many digits of a secret don't occur by coincidence, and a rounded number still exposes them. */
const minDistinctiveDigits = 15;

/** Whether a longer number includes these digits. */
export function isPartOfNumber(text: string, start: number, end: number): boolean {
  return /\d/.test(text[start - 1] ?? '') || /\d/.test(text[end] ?? '');
}

/** Whether digits are a whole number in JSON, which may be the id of an animal. */
function isNumberOfJson(text: string, start: number, end: number): boolean {
  return (
    /[:,[]\s{0,40}\d{0,30}$/.test(text.slice(Math.max(0, start - 71), start)) &&
    /^\d{0,30}\s{0,40}[,}\]]/.test(text.slice(end, end + 71))
  );
}

/** Whether digits are a whole text, such as the value of a header field. */
function isWholeText(text: string, start: number, end: number): boolean {
  return text.length < 64 && text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
}

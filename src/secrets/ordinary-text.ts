/** Shorter texts turn up by chance. */
const leastSecretLength = 8;
/** A text of fewer different characters turns up in padding and long names. */
const leastDifferentCharacters = 4;

/**
 * What every conforming service says and what this program says itself. A key that is a part of it can't be
 * told from it.
 */
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
 * Whether a text is too ordinary to be looked for in what a server sent: it would be found where the server
 * did not repeat it, and a verdict would see a changed answer.
 */
export function isOrdinary(text: string, furtherTexts: readonly string[]): boolean {
  if (text.length < leastSecretLength || !hasDifferentCharacters(text, leastDifferentCharacters)) {
    return true;
  }
  const wanted = text.toLowerCase();
  return (
    vocabularyText.includes(wanted) || furtherTexts.some((words) => words.toLowerCase().includes(wanted))
  );
}

/** Whether a text has at least so many different characters. */
function hasDifferentCharacters(text: string, least: number): boolean {
  let different = 0;
  for (let index = 0; index < text.length && different < least; index += 1) {
    if (text.indexOf(text[index] ?? '') === index) {
      different += 1;
    }
  }
  return different >= least;
}

/** A day, a time, an address: records are full of those. */
const ofFigures = /^(?=.*\D)[-+.:/\d ]*(?:T[\d:.]*)?Z?$/;

/** Whether a piece of a secret is no secret: a word that stands everywhere, or a part of a date. */
export function isOrdinaryPiece(piece: string, furtherTexts: readonly string[]): boolean {
  return ofFigures.test(piece) || isOrdinary(piece, furtherTexts);
}

/**
 * Whether a text with quotes says nothing but what every conforming service says: `"available"`, or a piece of JSON like
 * `"status":"sold"`.
 */
export function quotesVocabulary(text: string): boolean {
  const said = text.toLowerCase().split(/[^a-z\d_-]+/);
  return text.includes('"') && said.every((word) => vocabularyText.includes(word));
}

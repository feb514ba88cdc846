import { STATUS_CODES } from 'node:http';
import type { Exchange, HeaderList } from '../exchange/exchange.ts';
import { latencyText, numberText, visibleLine, visibleText } from '../report/words.ts';

const longestBody = 2_048;
/** Characters of any other line: an answer may have fields of many kilobytes. */
const longestLine = 1_024;

/**
 * Both sides of an exchange for a terminal or a log: sent lines behind `>`, received ones behind `<`. Nothing in it
 * moves the cursor, and no line begins with text of the service.
 *
 * @param pathPrefix the path before the targets on the wire: `/v1`
 */
export function exchangeText(
  { number, check, request, response, failure, connection, sentAtMs, finishedAtMs }: Exchange,
  pathPrefix: string,
): string {
  const lines = [
    `* exchange ${number} for ${check}, connection ${connection}`,
    ...sideLines(
      '>',
      `${request.method} ${pathPrefix}${request.target} HTTP/1.1`,
      request.headers,
      request.body ?? '',
      Buffer.byteLength(request.body ?? ''),
    ),
    ...(response === null
      ? []
      : sideLines(
          '<',
          `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`.trimEnd(),
          response.headers,
          response.body,
          response.bodyBytes,
        )),
    `* ${failure === null ? 'done' : visibleLine(`${failure.code}: ${failure.detail}`)} after ${latencyText(finishedAtMs - sentAtMs)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

function sideLines(
  mark: '>' | '<',
  start: string,
  headers: HeaderList,
  body: string,
  bodyBytes: number,
): string[] {
  const lines = [start, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const shownBody = body.length <= longestBody ? body : body.slice(0, longestBody);
  const rest = shownBody.length === body.length ? [] : [`… (${numberText(bodyBytes)} bytes in all)`];
  const marked = (line: string): string => `${mark} ${line}`;
  return [
    ...lines.map((line) => marked(cut(visibleLine(line)))),
    ...(body === '' ? [] : [mark, ...[...visibleText(shownBody).split('\n'), ...rest].map(marked)]),
  ];
}

function cut(line: string): string {
  return line.length <= longestLine
    ? line
    : `${line.slice(0, longestLine)}… (${numberText(line.length)} characters)`;
}

import { CollectedBytes } from '../../target/collected-bytes.ts';
import { fieldValue, type WireAnswer } from '../../target/wire-exchange.ts';

/**
 * Reads one whole answer from the bytes of a connection (RFC 9112 sections 4 to 7): status, header fields as
 * they stand, every byte one character, and the body without its chunks. `null` where the bytes are none.
 */
export function rawAnswer(bytes: Buffer): WireAnswer | null {
  const end = endOfHead(bytes);
  if (end === null) {
    return null;
  }
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end.head).split(/\r?\n/);
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1] ?? 0);
  if (status < 200) {
    return null;
  }
  const headers = fieldsOf(lines);
  return { status, headers, body: bodyOf(headers, bytes.subarray(end.body)) };
}

function endOfHead(bytes: Buffer): { readonly head: number; readonly body: number } | null {
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    const next = bytes[at + 1] === 0x0d ? at + 2 : at + 1;
    if (bytes[next] === 0x0a) {
      return { head: bytes[at - 1] === 0x0d ? at - 1 : at, body: next + 1 };
    }
  }
  return null;
}

/** A line that begins with a blank goes on with the one before. */
function fieldsOf(lines: readonly string[]): [string, string][] {
  const fields: [name: string, parts: string[]][] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1].push(line.trim());
    } else if (colon > 0) {
      fields.push([line.slice(0, colon), [fieldValue(line.slice(colon + 1))]]);
    }
  }
  return fields.map(([name, parts]) => [name, parts.filter((part) => part !== '').join(' ')]);
}

function bodyOf(headers: readonly (readonly [string, string])[], rest: Buffer): Buffer {
  const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  if (/chunked\s*$/i.test(value('transfer-encoding') ?? '')) {
    return withoutChunks(rest);
  }
  const length = value('content-length');
  return length === undefined ? rest : rest.subarray(0, Number(length));
}

function withoutChunks(bytes: Buffer): Buffer {
  const body = new CollectedBytes();
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(0x0a, at);
    const size = Number.parseInt(bytes.toString('latin1', at, Math.max(at, lineEnd)), 16);
    if (lineEnd === -1 || !(size > 0)) {
      return body.taken();
    }
    body.append(bytes.subarray(lineEnd + 1, lineEnd + 1 + size));
    const after = bytes.indexOf(0x0a, lineEnd + 1 + size);
    if (after === -1) {
      return body.taken();
    }
    at = after + 1;
  }
}

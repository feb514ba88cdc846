import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawAnswer } from '../../../src/quota/wire/raw-answer.ts';

const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z-]{0,12}$/)
  .filter((text) => !/^(content|transfer)/i.test(text));
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const fields = fc.array(fc.tuple(name, value), { maxLength: 6 });
const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const status = fc.integer({ min: 200, max: 599 });

function head(code: number, lines: readonly (readonly [string, string])[], end = '\r\n'): Buffer {
  const text = [`HTTP/1.1 ${code} Any`, ...lines.map(([field, text]) => `${field}: ${text}`), '', ''];
  return Buffer.from(text.join(end), 'latin1');
}

/** The bytes in chunks of these sizes, the rest in one. */
function chunked(bytes: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    const part = bytes.subarray(at, at + size);
    at += part.length;
    if (part.length > 0) {
      parts.push(Buffer.from(`${part.length.toString(16)};x=y\r\n`), part, Buffer.from('\r\n'));
    }
  }
  return Buffer.concat([...parts, Buffer.from('0\r\nTrailer: 1\r\n\r\n')]);
}

describe('the bytes of an answer', () => {
  it('with a length are read as they stand, and nothing behind them', () => {
    fc.assert(
      fc.property(
        status,
        fields,
        body,
        fc.constantFrom('\r\n', '\n'),
        body,
        (code, lines, bytes, end, more) => {
          const length: [string, string] = ['Content-Length', String(bytes.length)];
          const answer = rawAnswer(Buffer.concat([head(code, [...lines, length], end), bytes, more]));
          expect(answer).toEqual({ status: code, headers: [...lines, length], body: bytes });
        },
      ),
    );
  });

  it('in chunks are put together', () => {
    fc.assert(
      fc.property(body, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), (bytes, sizes) => {
        const lines = [['transfer-encoding', 'chunked']] as const;
        const answer = rawAnswer(Buffer.concat([head(200, lines), chunked(bytes, sizes)]));
        expect(answer?.body).toEqual(bytes);
      }),
    );
  });

  it('never throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, like) => {
        const begun = like ? [Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')] : [];
        const answer = rawAnswer(Buffer.concat([...begun, Buffer.from(bytes)]));
        expect(answer === null || answer.status >= 200).toBe(true);
      }),
    );
  });

  it.each([
    '',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    'SSH-2.0\r\n\r\n',
  ])('are none in %j', (text) => {
    expect(rawAnswer(Buffer.from(text))).toBeNull();
  });

  it('join a line that begins with a blank to the one before', () => {
    const answer = rawAnswer(Buffer.from('HTTP/1.1 204 No\r\nX-A: one\r\n  two \r\nX-B:\r\n\r\n'));
    expect(answer?.headers).toEqual([
      ['X-A', 'one two'],
      ['X-B', ''],
    ]);
  });
});

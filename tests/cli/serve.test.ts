import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { faults } from '../../reference-impl/faults/catalogue.ts';
import { variants } from '../../reference-impl/variants/catalogue.ts';
import { listening } from '../listening.ts';
import { runCommand, startCommand } from './command.ts';

const folder = tmpdir();

describe('serve', () => {
  test('prints the base URL, keys of every plan, and a line that verifies it; Ctrl-C ends it with 0', async () => {
    const command = startCommand(['serve', '--port', '0', '--minute', '2s'], { folder });
    const [, baseUrl = ''] = await command.shown(/listens on (http:\/\/127\.0\.0\.1:\d+\/v1)\n/);
    const [, key = ''] = await command.shown(/^ +pro +(\S+)$/m);
    await command.shown(/Ctrl-C ends it\.\n/);
    const answer = await fetch(`${baseUrl}/pets`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    command.process.kill('SIGINT');
    const { status, output, messages } = await command.ended;
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    for (const plan of ['free', 'pro', 'business', 'enterprise', 'revoked']) {
      expect(output).toMatch(new RegExp(`^  ${plan} +\\S+$`, 'm'));
    }
    expect(output).toMatch(
      /^ {2}ANIMAL_STORE_API_KEY=\S+ npx animal-store-conformance run http:\S+ --plan enterprise .*--minute 2s$/m,
    );
    expect(output).toMatch(/ run http:\S+ --only 'quota\/\*' --only 'rate\/\*' --quota-key free=\S+ /);
  });

  test('SIGTERM ends it with 0 while a connection is open', async () => {
    const command = startCommand(['serve', '--port=0'], { folder });
    const [, baseUrl = ''] = await command.shown(/listens on (\S+)\n/);
    await command.shown(/Ctrl-C ends it\.\n/);
    expect((await fetch(`${baseUrl}/pets`)).status).toBe(401);
    command.process.kill('SIGTERM');
    expect((await command.ended).status).toBe(0);
  });

  test('with a fault, and in several unusual ways at once', async () => {
    const command = startCommand(
      ['serve', '--port=0', '--fault', faults[0]?.name ?? '', '--variant', 'more-fields+random-ids'],
      { folder },
    );
    await command.shown(/Ctrl-C ends it\.\n/);
    command.process.kill('SIGINT');
    const { status, output } = await command.ended;
    expect(status).toBe(0);
    expect(output).toContain(`Fault ${faults[0]?.name}: violates ${faults[0]?.violates.join(', ')}\n`);
  });

  test('the names of all faults and variants are listed', async () => {
    const { status, output } = await runCommand(['serve', '--list-faults'], { folder });
    expect(status).toBe(0);
    for (const { name } of [...faults, ...variants]) {
      expect(output).toMatch(new RegExp(`^  ${name}(?: |$)`, 'm'));
    }
  });

  test('a port that is in use is one clear line', async () => {
    const other = createServer();
    const port = await listening(other);
    const { status, messages } = await runCommand(['serve', '--port', String(port)], { folder });
    other.close();
    expect({ status, messages }).toEqual({
      status: 2,
      messages: `animal-store-conformance: --port: ${port} is in use by another program; name another (0 takes a free one). Try animal-store-conformance serve --help\n`,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { parseNameTemplate } from '../../../src/cli/parse/name-template.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

describe('a template of names', () => {
  it('has the place of the tag anywhere in it', () => {
    expect(parseNameTemplate('{tag}')).toBe('{tag}');
    expect(parseNameTemplate('Zoë {tag}!')).toBe('Zoë {tag}!');
  });

  it.each(['', 'Rex', '{TAG}', `{tag}${'x'.repeat(200)}`])('is refused in one line: %s', (text) => {
    expect(() => parseNameTemplate(text)).toThrow(UsageError);
    expect(() => parseNameTemplate(text)).toThrow(/^[^\n]+$/);
  });
});

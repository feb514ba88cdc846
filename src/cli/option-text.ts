import type { Option } from './options/option.ts';

/** The help of an option, without its placeholder: `how long to wait for a response [10s]`. */
export function describeOption(option: Option): string {
  const otherwise = defaultText(option);
  return [
    option.help,
    ...(option.kind === 'list' ? ['; repeatable'] : []),
    ...(otherwise === null ? [] : [` [${otherwise}]`]),
  ].join('');
}

export function settingSentence(option: Option): string {
  const help = option.help
    .replace(/; preferably set [A-Z_]+(?: instead|, comma-separated)/, '')
    .replace(/; with --reference [^;]*/, '');
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}${option.kind === 'list' ? '; one, or a list' : ''}.`;
  const otherwise = defaultText(option);
  return otherwise === null ? sentence : `${sentence} Default: ${otherwise}.`;
}

/** The default of an option, or `null` if it has none worth showing. */
function defaultText(option: Option): string | null {
  if (option.kind === 'single' && option.default !== null) {
    return option.codec.write(option.default);
  }
  return option.otherwise ?? null;
}

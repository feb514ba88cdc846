import { parseArgs } from 'node:util';

/**
 * The options that a script was given, as `parseArgs` returns them. Where one is wrong the script ends with one line
 * and status 2; `--help` prints what it takes.
 *
 * @param usage the command with its options, in one line
 * @param options the declaration that `parseArgs` takes
 * @param wrong what is wrong with the values, as a sentence without its full stop; `undefined` for nothing
 */
export function givenOptions(usage, options, wrong = () => undefined) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const problem = wrong(values);
    return problem === undefined ? values : refuse(`${problem}. It is: ${usage}`);
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) {
      throw error;
    }
    const [sentence] = error.message.split(/[.\n]/);
    return refuse(`${sentence}. It is: ${usage}`);
  }
}

/** Ends the script with one line on the screen and status 2. */
export function refuse(line) {
  console.error(line);
  process.exit(2);
}

/** The sentence on the first of these options that is no whole number from `least` on. */
export function notWhole(values, names, least = 0) {
  const wrong = names.find((name) => {
    const text = values[name] ?? String(least);
    return !/^\d{1,15}$/.test(text) || Number(text) < least;
  });
  return wrong === undefined
    ? undefined
    : `--${wrong}: "${values[wrong]}" is no whole number${least === 0 ? '' : ` from ${least} on`}`;
}

/** The sentence on a value that is not allowed. */
export function noneOf(values, name, allowed) {
  return values[name] === undefined || allowed.includes(values[name])
    ? undefined
    : `--${name}: "${values[name]}" is not one of ${allowed.join(', ')}`;
}

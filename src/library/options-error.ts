/**
 * A mistake in the options of `verify` or `conformance`. Its message is one line without a full stop at its end: which
 * option, what is wrong with it, and what to do. No key stands in it, and nothing was sent.
 */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

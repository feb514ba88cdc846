/**
 * Whether a text can be normalised in linear time: its runs of combining marks are short. Unicode's Stream-Safe Text
 * Format ends them after 30 (UAX #15 section 13).
 */
export function isStreamSafe(text: string): boolean {
  return !/\p{M}{100}/u.test(text);
}

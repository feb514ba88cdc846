/** An ISO 8601 time in UTC as people read it: `2026-01-01 10:00:00 UTC`. Any other text stays as it is. */
export function timeText(time: string): string {
  return time.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?Z$/, '$1 $2 UTC');
}

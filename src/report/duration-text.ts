/** A duration for people: `850 ms`, `1.8 s`, `2 min 5 s`, `3 h 20 min`. */
export function durationText(durationMs: number): string {
  if (!Number.isFinite(durationMs)) {
    return '–';
  }
  if (durationMs < 1_000) {
    return `${Math.round(durationMs)} ms`;
  }
  if (durationMs < 60_000) {
    return `${(Math.floor(durationMs / 100) / 10).toFixed(1)} s`;
  }
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) {
    return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  }
  const minutes = Math.round(seconds / 60);
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

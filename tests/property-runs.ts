/**
 * How often a property is tried: so often, or a share of that where the same tests are run again and again, as by
 * mutation testing (`PROPERTY_SHARE=0.05`).
 */
export function propertyRuns(usual: number): number {
  return Math.max(1, Math.round(usual * Number(process.env['PROPERTY_SHARE'] ?? 1)));
}

/**
 * How often a property is tried: half as often as usual in the gate, four times as often at night, and rarely where the
 * same tests are run again and again, as by mutation testing (`PROPERTY_SHARE=0.05`).
 */
export function propertyRuns(usual: number): number {
  return Math.max(1, Math.round(usual * Number(process.env['PROPERTY_SHARE'] ?? 0.5)));
}

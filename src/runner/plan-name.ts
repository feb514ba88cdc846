/** A plan's name as a sentence begins: `Free`. */
export function planName(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

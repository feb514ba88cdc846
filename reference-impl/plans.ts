/** The plans of the interface document (section "Rate limits by plan"). */
export const plans = ['free', 'pro', 'business', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/** How many requests a plan has, a minute and a day. */
export interface PlanLimit {
  readonly perMinute: number;
  readonly perDay: number;
}

/** What the plans grant; the document leaves Enterprise to each customer. */
export const defaultPlanLimits: Readonly<Record<Plan, PlanLimit>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: { perMinute: 60_000, perDay: 5_000_000 },
};

/** A key of the example accounts, one a plan. They open nothing but this implementation. */
export const defaultKeys: Readonly<Record<Plan, string>> = {
  free: 'fQ7vTzR2mXk9LbW4nHsYc8JdGp5A',
  pro: 'Pw3KsE8yNcV6hUj2RqZt9MxBf4Lg',
  business: 'bT5xGd9QvJm3YrHk7CzWn2SaFe8P',
  enterprise: 'eN4rLp8ZhXw6BtKq3DyVs9MjUc7G',
};

/** A key of a second account, one a plan. */
export const defaultSecondKeys: Readonly<Record<Plan, string>> = {
  free: 'hS2pKx7NwGd4VcQy9TzLm6RbJf3E',
  pro: 'Yk8BnW5rMt2XgHp6DvZs4CjQf9La',
  business: 'mD4qTz9JcVw7KxSg3RyHn5PbFe2N',
  enterprise: 'uG6nXj3PsLk8YfWb2MzTd9VqRh5C',
};

/** A key that was issued once and is refused now. */
export const defaultRevokedKey = 'rV6jYb3CgMz8TnQk5WxHd2LsPf9E';

/** A key as the account's dashboard has it. */
export interface IssuedKey {
  readonly key: string;
  readonly plan: Plan;
  readonly revoked: boolean;
}

const perMinute = { free: 60, pro: 300, business: 1000 };

/** Plans by API key. */
export const plans = new Map(process.env.API_KEYS.split(',').map((entry) => entry.split('=').reverse()));

export const minuteMs = Number(process.env.MINUTE_MS);

/** The account that a limiter counts by: the API key, or one account for all requests without a valid one. */
export function accountOf({ headers }) {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return plans.has(token) ? token : 'unknown';
}

/** Requests a minute. */
export function limitOf(account) {
  return perMinute[plans.get(account) ?? 'free'];
}

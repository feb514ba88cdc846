import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const perMinute: Record<string, number> = { free: 60, pro: 300, business: 1000 };
const plans = new Map(
  (process.env['API_KEYS'] ?? '').split(',').map((entry) => {
    const [plan = '', key = ''] = entry.split('=');
    return [key, plan] as const;
  }),
);
const windows = new Map<string, { used: number; reset: number }>();

function planOf({ headers }: Request): string | undefined {
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  return plans.get(token);
}

/** Requests a minute. */
export function limitOf(request: Request): number {
  return perMinute[planOf(request) ?? 'free'] ?? 60;
}

@Injectable()
export class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!planOf(context.switchToHttp().getRequest())) {
      throw new UnauthorizedException();
    }
    return true;
  }
}

export function rateLimit(request: Request, response: Response, next: NextFunction): void {
  const limit = limitOf(request);
  const account = request.headers.authorization ?? '';
  const now = Math.floor(Date.now() / 1000);
  let window = windows.get(account);
  if (!window || now >= window.reset) {
    window = { used: 0, reset: now + 60 };
    windows.set(account, window);
  }
  window.used += 1;
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - window.used));
  response.setHeader('X-RateLimit-Reset', window.reset);
  if (window.used > limit) {
    response.setHeader('Retry-After', window.reset - now);
    response.status(429).json({ code: 'rate_limited', message: 'Too many requests', status: 429 });
    return;
  }
  next();
}

import { quoted, requireThat, UsageError } from '../usage-error.ts';

/**
 * A base URL: an absolute http or https URL without user information, query and fragment; slashes at its end are
 * removed. The error never contains possible secrets (user information, a query).
 *
 * @throws {UsageError} for anything else.
 */
export function parseBaseUrl(text: string): string {
  requireThat(!/[\s\p{Cc}]/u.test(text), `there is white space or a control character in it; remove it`);
  requireThat(/^https?:\/\//i.test(text), `${withoutScheme(text)}`);
  requireThat(!text.includes('?'), `a base URL has no query: remove everything from "?" on`);
  requireThat(!text.includes('#'), `a base URL has no fragment: remove everything from "#" on`);
  const url = URL.canParse(text) ? new URL(text) : null;
  requireThat(url !== null, `${shown(text)} is not a URL: write e.g. http://localhost:8080/v1`);
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/\\]*@/.test(text)) {
    throw new UsageError(
      `a base URL must not contain a user name and password: remove everything up to "@"; pass keys with --api-key`,
    );
  }
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

function withoutScheme(text: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1];
  if (scheme !== undefined) {
    return `${quoted(`${scheme}:`)} is neither http nor https`;
  }
  const meant = looksLikeHost(text) ? meantUrl(text) : undefined;
  const hint = meant === undefined ? 'write e.g. http://localhost:8080/v1' : `did you mean ${meant}?`;
  return `${shown(text)} is not an absolute http or https URL; ${hint}`;
}

function meantUrl(text: string): string | undefined {
  if (/^[/\\](?![/\\])/.test(text)) {
    return undefined;
  }
  const rest = text.replace(/^(?:https?:)?[/\\]*/i, '');
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?(?:\/[^?#@\\]*)?$/i.test(rest)) {
    return undefined;
  }
  const isPublicName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:\/|$)/i.test(rest);
  const candidate = `${isPublicName ? 'https' : 'http'}://${rest}`;
  return URL.canParse(candidate) ? candidate : undefined;
}

/** The part of a text that errors may repeat: only one that looks like a host, because it may be a key. */
export function shown(text: string): string {
  return looksLikeHost(text) ? quoted(text) : 'this';
}

function looksLikeHost(text: string): boolean {
  const likeHost = /^(?:https?:)?[/\\]*(?:[a-z0-9.-]{1,60}|\[[0-9a-f:]+\])(?::\d*)?(?:[/\\][^?@]*)?$/i.test(
    text,
  );
  return likeHost && (/[.:/]/.test(text) || text === 'localhost');
}

/** Whether a status is 429, or one that a limit or a ban may bring in its place, or says that the key is none. */
export function isRefusal(status: number): boolean {
  return status === 429 || status === 401 || status === 403 || status >= 500;
}

// A hook of Node.js on modules: what makes a run gets the `verify` of `verify-in-kept-threads.mjs`.
const replaced = new URL('../../dist/src/runner/verify.js', import.meta.url).href;
const replacement = new URL('verify-in-kept-threads.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const isReplaced = resolved.url === replaced && context.parentURL !== replacement;
  return isReplaced ? { ...resolved, url: replacement } : resolved;
}

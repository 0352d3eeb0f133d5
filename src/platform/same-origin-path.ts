/**
 * The path (with query and hash) if it stays within `origin`, else null (AUTH-08). Compares the parsed address, not
 * the text: browsers read `//host` and `/\host` as another origin.
 */
export function sameOriginPath(candidate: unknown, origin: string): string | null {
  if (typeof candidate !== 'string' || candidate.length > longestPath || !candidate.startsWith('/'))
    return null;
  if (!URL.canParse(candidate, origin)) return null;
  const url = new URL(candidate, origin);
  // Never return to a login page or to an API call.
  if (url.origin !== origin || /^\/(log(in|out)|api|v1|dev)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

const longestPath = 2000;

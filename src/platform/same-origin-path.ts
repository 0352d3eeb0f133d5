/**
 * The path (with query and hash) when it stays within `origin`, else null (AUTH-08). Browsers read `//host`
 * and `/\host` as another origin, which is why the parsed address is compared and not the text.
 */
export function sameOriginPath(candidate: unknown, origin: string): string | null {
  if (typeof candidate !== 'string' || candidate.length > longestPath || !candidate.startsWith('/'))
    return null;
  if (!URL.canParse(candidate, origin)) return null;
  const url = new URL(candidate, origin);
  // The login pages are no place to come back to, and a call of the API is no page.
  if (url.origin !== origin || /^\/(log(in|out)|api|v1|dev)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

const longestPath = 2000;

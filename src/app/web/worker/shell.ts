import { isPagePath } from '../../../platform/page-path.ts';
import { entryOf } from '../page-entry.ts';

/** The caches of the page and its files, one per version (MOB-04). They contain nothing of a person. */
const prefix = 'kontor-shell-';
const pageAddress = '/';
/** Files of one version; the product has fewer, without those that pdf.js rarely needs. */
const mostFiles = 400;
/** A connection slower than this, in milliseconds, opens the page that is kept. */
const patience = 5_000;

/** What a service worker has; tests bring their own. */
export interface ShellParts {
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string) => Promise<Response>;
  readonly origin: string;
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** Keeps the worker running until this is done. */
  readonly hold: (work: Promise<unknown>) => void;
}

/** The answer to a request for the page or one of its files; null for everything else, which the browser asks itself. */
export function shellAnswer(request: Request, parts: ShellParts): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== parts.origin) return null;
  if (pathname.startsWith('/assets/'))
    return request.headers.has('range') ? null : fileAnswer(request, parts);
  return request.mode === 'navigate' && isPagePath(pathname) ? pageAnswer(request, parts) : null;
}

/** Keeps the page and files that it has loaded before the worker was there. */
export async function keepUsed(addresses: readonly string[], parts: ShellParts): Promise<void> {
  await keepPage(await parts.fetch(pageAddress), parts);
  const files = addresses.filter((address) => new URL(address, parts.origin).pathname.startsWith('/assets/'));
  await Promise.all(files.map((address) => fileAnswer(new Request(new URL(address, parts.origin)), parts)));
}

/** The page from the network; without network, or with a slow one, the newest that is complete. */
async function pageAnswer(request: Request, parts: ShellParts): Promise<Response> {
  const fresh = parts.fetch(request).then((answer) => {
    parts.hold(keepPage(answer.clone(), parts));
    return answer;
  });
  const late = parts.wait(patience).then(() => newestPage(parts));
  // After a late page nobody waits for the failure.
  parts.hold(Promise.allSettled([fresh, late]));
  try {
    return (await Promise.race([fresh, late])) ?? (await fresh);
  } catch (failure) {
    const page = await newestPage(parts);
    if (page === null) throw failure;
    return page;
  }
}

/**
 * A new version gets a cache of its own; the one before it stays for pages that are still open (NAV-23), and older
 * ones go.
 */
async function keepPage(answer: Response, { caches }: ShellParts): Promise<void> {
  if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('text/html')) return;
  const html = await answer.text();
  const entry = entryOf(html);
  if (entry === null) return;
  const own = prefix + entry;
  const known = await versions(caches);
  const others = known.filter((name) => name !== own);
  const outdated = others.slice(0, -1);
  // The newest cache is the last one, even after a return to an earlier version.
  if (known.includes(own) && known.at(-1) !== own) outdated.push(own);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  const page = new Response(html, { headers: answer.headers });
  await (await caches.open(own)).put(pageAddress, page);
}

/** The newest page all of whose first scripts and styles are kept; null if there is none. */
async function newestPage({ caches }: ShellParts): Promise<Response | null> {
  for (const name of (await versions(caches)).toReversed()) {
    const page = await (await caches.open(name)).match(pageAddress);
    if (page === undefined) continue;
    const html = await page.clone().text();
    const files = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
    const kept = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
    if (!kept.includes(undefined)) return page;
  }
  return null;
}

/** A file, whose name contains its content, from a cache, else from the network. */
async function fileAnswer(request: Request, parts: ShellParts): Promise<Response> {
  const { caches } = parts;
  const name = (await versions(caches)).at(-1);
  const current = name === undefined ? null : await caches.open(name);
  const known = await current?.match(request, { ignoreVary: true });
  if (known !== undefined) return known;
  const answer = (await caches.match(request, { ignoreVary: true })) ?? (await parts.fetch(request));
  if (current !== null && answer.status === 200) await keepFile(current, request, answer.clone());
  return answer;
}

/** A full or refused cache keeps nothing more; the page works from the network. */
async function keepFile(cache: Cache, request: Request, answer: Response): Promise<void> {
  try {
    await cache.put(request, answer);
    const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== pageAddress);
    await Promise.all(
      files.slice(0, Math.max(0, files.length - mostFiles)).map((file) => cache.delete(file)),
    );
  } catch (failure) {
    console.warn('Not kept:', request.url, failure);
  }
}

/** The caches of versions, the newest last. */
async function versions(caches: CacheStorage): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

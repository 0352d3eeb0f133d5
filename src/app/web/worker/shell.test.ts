import { describe, expect, it, vi } from 'vitest';
import { keepUsed, type ShellParts, shellAnswer } from './shell.ts';

const origin = 'https://kontor.test';

/** Caches of a browser, in memory. */
function memoryCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const address = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : request, origin).href;
  const cacheOf = (name: string): Cache => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      match: async (request) => kept.get(address(request))?.clone(),
      put: async (request, answer) => void kept.set(address(request), answer),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      delete: async (request) => kept.delete(address(request)),
    } satisfies Partial<Cache> as unknown as Cache;
  };
  return {
    open: async (name) => cacheOf(name),
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    match: async (request) =>
      [...all.values()]
        .map((kept) => kept.get(address(request)))
        .find(Boolean)
        ?.clone(),
  } satisfies Partial<CacheStorage> as unknown as CacheStorage;
}

const pageOf = (version: string): string =>
  `<link rel="stylesheet" href="/assets/start-${version}.css"><script type="module" src="/assets/index-${version}.js"></script>`;

/** A server that delivers a version, or is out of reach, and the browser before it. */
function installation() {
  const server = { version: 'one', isThere: true };
  const asked: string[] = [];
  const work: Promise<unknown>[] = [];
  const waits: (() => void)[] = [];
  const fetch = vi.fn(async (request: Request | string) => {
    const { pathname } = new URL(request instanceof Request ? request.url : request, origin);
    asked.push(pathname);
    if (!server.isThere) throw new TypeError('Failed to fetch');
    if (!pathname.startsWith('/assets/'))
      return new Response(pageOf(server.version), { headers: { 'content-type': 'text/html' } });
    const isKnown = pathname.includes(`-${server.version}.`) || pathname.includes('-same.');
    return new Response(pathname, { status: isKnown ? 200 : 404 });
  });
  const caches = memoryCaches();
  const parts: ShellParts = {
    caches,
    fetch,
    origin,
    wait: () => new Promise((resolve) => waits.push(resolve)),
    hold: (each) => void work.push(each),
  };
  const file = async (path: string): Promise<number> =>
    (await shellAnswer(new Request(origin + path), parts))?.status ?? 0;
  /** Opens a page with its first files; returns its text. */
  const open = async (path = '/overview'): Promise<string> => {
    const answer = await shellAnswer(navigation(path), parts);
    const html = (await answer?.text()) ?? '';
    for (const end of waits.splice(0)) end();
    await Promise.all(work.splice(0));
    for (const [, path = ''] of html.matchAll(/"(\/assets\/[^"]+)"/g)) await file(path);
    return html;
  };
  return { server, asked, parts, caches, file, open };
}

function navigation(path: string, method = 'GET'): Request {
  return new Proxy(new Request(origin + path, { method }), {
    get: (request, name) => (name === 'mode' ? 'navigate' : Reflect.get(request, name)),
  });
}

describe('MOB-04 the pages and their files', () => {
  it('open without network at any address, after they were opened once', async () => {
    const { server, open } = installation();
    await open('/overview');
    server.isThere = false;
    expect(await open('/procurement/form?id=12')).toBe(pageOf('one'));
  });

  it('come from the network while there is one, and files with a hash from the cache', async () => {
    const { server, open, file, asked } = installation();
    await open();
    server.version = 'two';
    expect(await open()).toBe(pageOf('two'));
    asked.length = 0;
    expect(await file('/assets/index-two.js')).toBe(200);
    expect(asked).toEqual([]);
  });

  it('NAV-23 an open page still gets its former parts after one new version, and they go with the next', async () => {
    const { server, open, file, caches } = installation();
    await open();
    await file('/assets/Profile-one.js');
    server.version = 'two';
    await open();
    expect(await file('/assets/Profile-one.js')).toBe(200);
    expect(await file('/assets/Unused-one.js')).toBe(404);
    server.version = 'three';
    await open();
    expect(await caches.keys()).toEqual([
      'kontor-shell-/assets/index-two.js',
      'kontor-shell-/assets/index-three.js',
    ]);
    expect(await file('/assets/Unused-two.js')).toBe(404);
  });

  it('a file that both versions have is kept for the later one', async () => {
    const { server, open, file } = installation();
    await open();
    await file('/assets/font-same.woff2');
    for (const version of ['two', 'three']) {
      server.version = version;
      await open();
      await file('/assets/font-same.woff2');
    }
    server.isThere = false;
    expect(await file('/assets/font-same.woff2')).toBe(200);
  });

  it('after a return to an earlier version that one opens', async () => {
    const { server, open } = installation();
    for (const version of ['one', 'two', 'one']) {
      server.version = version;
      await open();
    }
    server.isThere = false;
    expect(await open()).toBe(pageOf('one'));
  });

  it('a version without its first files is not shown; the one before it is', async () => {
    const { server, open, parts } = installation();
    await open();
    server.version = 'two';
    await shellAnswer(navigation('/overview'), parts);
    await vi.waitFor(async () => expect(await parts.caches.keys()).toHaveLength(2));
    server.isThere = false;
    expect(await open()).toBe(pageOf('one'));
  });

  it('a slow network shows what is kept', async () => {
    const { open, parts } = installation();
    await open();
    const slow = { ...parts, wait: async () => undefined, fetch: () => new Promise<never>(() => undefined) };
    const answer = await shellAnswer(navigation('/overview'), slow);
    expect(await answer?.text()).toBe(pageOf('one'));
  });

  it('loaded before the worker was there are kept as well', async () => {
    const { server, open, parts } = installation();
    await keepUsed(['/assets/index-one.js', '/assets/start-one.css', `${origin}/v1/graphql`], parts);
    server.isThere = false;
    expect(await open()).toBe(pageOf('one'));
  });

  it('a first visit without network fails as without a worker', async () => {
    const { server, parts } = installation();
    server.isThere = false;
    await expect(shellAnswer(navigation('/overview'), parts)).rejects.toThrow('Failed to fetch');
  });

  it.each([
    ['answers of the API', navigation('/api/file/1')],
    ['GraphQL', new Request(`${origin}/v1/graphql`, { method: 'POST' })],
    ['a file beside the pages', navigation('/manifest.webmanifest')],
    ['other origins', new Request('https://elsewhere.test/assets/x.js')],
    ['a part of a file', new Request(`${origin}/assets/x.js`, { headers: { range: 'bytes=0-1' } })],
    ['a request of a page for a page', new Request(`${origin}/`)],
  ])('%s are not touched', (_what, request) => {
    expect(shellAnswer(request, installation().parts)).toBeNull();
  });
});

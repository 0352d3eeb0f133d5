import { execFile } from 'node:child_process';
import { appendFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryCheckout } from '../support/checkout.ts';
import { isDeep } from '../support/depth.ts';
import {
  launchProduct,
  type ProductOptions,
  type ProductProcess,
  postgresHome,
  runningPostgres,
  startScript,
  until,
} from '../support/product-process.ts';

/** A stalling machine answers late. */
const patience = 120_000;

/** `nobody` on Linux; a non-root account already is an ordinary user. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

describe('a checkout that only its owner can enter', () => {
  let checkout: ReturnType<typeof temporaryCheckout>;
  let launched: ProductProcess[] = [];

  beforeAll(() => {
    checkout = temporaryCheckout();
    expect(statSync(checkout.path).mode & 0o777).toBe(0o700);
  });
  afterEach(async () => {
    for (const product of launched) product.signal('SIGTERM');
    await Promise.all(launched.map((product) => product.ended()));
    launched = [];
  });
  afterAll(() => {
    // Outside of the checkout, which the account of PostgreSQL cannot enter.
    rmSync(postgresHome(join(checkout.path, '.data')), { recursive: true, force: true });
    checkout.remove();
  });

  const launch = async (options: Partial<ProductOptions> = {}) => {
    const dataDirectory = options.dataDirectory ?? join(checkout.path, '.data');
    const product = await launchProduct({
      checkout: checkout.path,
      program: startScript,
      ...options,
      dataDirectory,
      environment: { DEMO: 'false' },
    });
    launched.push(product);
    await product.ready();
    return product;
  };
  const isHealthy = async ({ url }: ProductProcess) => (await fetch(`${url}/api/health`)).status === 200;

  test('starts and shows its pages', async () => {
    const product = await launch();
    expect(await isHealthy(product)).toBe(true);
    expect(await (await fetch(product.url)).text()).toContain('<div id="root">');
    const home = postgresHome(join(checkout.path, '.data'));
    expect(home.startsWith(checkout.path)).toBe(ordinary === undefined);
    product.signal('SIGINT');
    expect(await product.ended()).toBe(0);
  });

  test.runIf(isDeep)("serves an ordinary user, with all files in the user's own data directory", async () => {
    const dataDirectory = join(checkout.path, '.own-data');
    if (ordinary) checkout.belongTo(ordinary.uid, ordinary.gid);
    const product = await launch({ dataDirectory, ...(ordinary && { account: ordinary }) });
    expect(await isHealthy(product)).toBe(true);
    expect(postgresHome(dataDirectory)).toBe(join(dataDirectory, 'postgres'));
    expect(statSync(join(dataDirectory, 'postgres/cluster')).uid).toBe(ordinary?.uid ?? process.getuid?.());
    product.signal('SIGTERM');
    expect(await product.ended()).toBe(0);
    expect(runningPostgres(dataDirectory)).toBeUndefined();
  });

  test('npm run dev: a changed source reloads the page, and restarts the server', async () => {
    const dataDirectory = join(checkout.path, '.data');
    const product = await launch({ dataDirectory, program: [...startScript, '--dev'] });
    await vi.waitFor(async () => expect(await isHealthy(product)).toBe(true), patience);
    const page = await (await fetch(`${product.url}/`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('/@vite/client');

    const source = 'src/platform/web/kit/EmptyState.tsx';
    expect((await fetch(`${product.url}/${source}`)).status).toBe(200);
    const reported = await reportedToPages(product.url);
    appendFileSync(join(checkout.path, source), '\n// changed\n');
    await vi.waitFor(() => expect(reported.join()).toContain(source), patience);
    expect(reported.join()).toMatch(/"type":"(update|full-reload)"/);

    const starts = () => product.output().split('is ready').length - 1;
    const before = starts();
    appendFileSync(join(checkout.path, 'src/platform/server/http/http.ts'), '\n// changed\n');
    await until(() => starts() > before);
    await vi.waitFor(async () => expect(await isHealthy(product)).toBe(true), patience);
    product.signal('SIGTERM');
    await product.ended();
    expect(runningPostgres(dataDirectory)).toBeUndefined();
  });

  test('npm test ends with a line of counts, and fails with the first failure', async () => {
    const planted = join(checkout.path, 'src/planted.test.ts');
    const testing = (second: boolean) => {
      const words = `import { expect, test } from 'vitest';
        test('one', () => expect(true).toBe(true));
        test('two', () => expect(${second}).toBe(true));`;
      writeFileSync(planted, words);
      const { VITEST: _, ...environment } = process.env;
      const parameters = ['scripts/test.mjs', 'unit', 'src/planted'];
      return promisify(execFile)(process.execPath, parameters, { cwd: checkout.path, env: environment });
    };
    const lastLine = (output: string) => output.trim().split('\n').at(-1);
    expect(lastLine((await testing(true)).stdout)).toBe('2 passed, 0 failed');
    const failure = await testing(false).catch((error: { code: number; stdout: string }) => error);
    expect(failure).toMatchObject({ code: 1 });
    expect(lastLine(failure.stdout)).toBe('1 passed, 1 failed');
  });
});

/** The messages of the development server to a page from now on. */
async function reportedToPages(url: string): Promise<string[]> {
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const reported: string[] = [];
  socket.addEventListener('message', ({ data }) => reported.push(String(data)));
  await vi.waitFor(() => expect(reported.join()).toContain('connected'), patience);
  return reported;
}

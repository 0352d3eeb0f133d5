import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databaseName } from '../../src/app/server/product.ts';
import { isDeep } from '../support/depth.ts';
import { launchProduct, type ProductProcess } from '../support/product-process.ts';
import { ask, type Cluster, draft, openCluster, secretKey } from './cluster.ts';

const root = join(import.meta.dirname, '../..');
/** The last migration before the baseline: versions with it in `db/migrations` were 0.1.0. */
const lastOfFormer = 'db/migrations/0293_export_numbers_of_one_supplier.sql';
const template = 'former';
const times = [1, 2, 3, 4, 5];
/** As many as a person may have in work at once. */
const workers = 3;
/** Codes of a save on a busy machine; any other would indicate missing functions or tables. */
const forNow = ['done', 'too_many_requests', 'lock_timeout', 'database_away'];

describe.runIf(isDeep)('TECH-21 nodes updated one after the other', () => {
  let cluster: Cluster;
  let sources: string;
  const started: ProductProcess[] = [];

  beforeAll(async () => {
    sources = mkdtempSync(join(tmpdir(), 'kontor-former-'));
    unpackFormer(sources);
    cluster = await openCluster((path) => void mkdirSync(path, { recursive: true }));
    for (const name of [databaseName, template]) await cluster.postgres.ensureDatabase(name);
    await launch(template, sources, { DEMO: 'true' });
    await Promise.all(started.splice(0).map(end));
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map(end));
  });
  afterAll(async () => {
    await cluster?.close();
    rmSync(sources, { recursive: true, force: true });
  });

  const launch = async (
    database: string,
    checkout: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ProductProcess> => {
    const product = await launchProduct({
      dataDirectory: mkdtempSync(join(sources, 'data-')),
      checkout,
      environment: {
        DATABASE_URL: cluster.postgres.ownerUrl(database),
        SECRET_KEY: secretKey,
        LOG_LEVEL: 'warn',
        ...environment,
      },
    });
    started.push(product);
    await product.ready();
    return product;
  };

  test.each(times)(
    'a new node that carries over data of 0.1.0 succeeds while a node of 0.1.0 works (%i)',
    async (time) => {
      const admin = cluster.owner;
      await admin.query(`drop database if exists ${databaseName}_${time} with (force)`);
      await admin.query(`create database ${databaseName}_${time} template ${template}`);
      const database = `${databaseName}_${time}`;
      const former = await launch(database, sources);
      const token = await cluster.token('requester@demo.test', database);
      const working = startToWork(former.url, token);
      const next = await launch(database, root);
      expect((await ask(next.url, token, draft('Beim neuen Knoten'))).errors).toBeUndefined();
      const done = () => working.codes.filter((code) => code === 'done').length;
      const before = done();
      // The old node continues with the new functions and tables.
      await expect.poll(done).toBeGreaterThan(before + workers);
      await working.end();
      expect(working.codes.filter((code) => !forNow.includes(code))).toEqual([]);
      expect(working.longest()).toBeLessThan(15);
      await Promise.all(started.splice(0).map(end));
      await admin.query(`drop database ${database} with (force)`);
    },
  );
});

/**
 * People who save drafts, each one after the other, until they are stopped; returns the result of each save, and the
 * longest one in seconds.
 */
function startToWork(url: string, token: string) {
  let isOver = false;
  let longest = 0;
  const codes: string[] = [];
  const work = async () => {
    while (!isOver) {
      const from = performance.now();
      const { errors } = await ask(url, token, draft('Beim alten Knoten'));
      longest = Math.max(longest, (performance.now() - from) / 1000);
      codes.push((errors as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code ?? 'done');
    }
  };
  const working = Promise.all(Array.from({ length: workers }, work));
  working.catch(() => {});
  return {
    codes,
    longest: () => longest,
    end: async () => {
      isOver = true;
      await working;
    },
  };
}

async function end(product: ProductProcess): Promise<void> {
  product.signal('SIGTERM');
  await product.ended();
}

/**
 * The sources of the last version before the baseline, from the repository's history, with the packages of this one.
 */
function unpackFormer(folder: string): void {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 30 });
  const removed = git('log', '-1', '--format=%H', '--diff-filter=D', '--', lastOfFormer).toString().trim();
  if (removed === '') throw new Error(`the history of the repository does not reach back to ${lastOfFormer}`);
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', `${removed}~1`) });
  // Its own packages: the present ones may lack some, or have changed.
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', ['ci', ...quiet], { cwd: folder, stdio: 'ignore' });
}

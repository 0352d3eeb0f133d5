import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseName } from '../../src/app/server/product.ts';
import { isDeep } from '../support/depth.ts';
import { launchProduct, type ProductProcess } from '../support/product-process.ts';
import { ask, type Cluster, draft, openCluster, secretKey } from './cluster.ts';

const root = join(import.meta.dirname, '../..');
/** The last migration before the baseline: what had it in its `db/migrations` was 0.1.0. */
const lastOfFormer = 'db/migrations/0293_export_numbers_of_one_supplier.sql';
const template = 'former';
const times = [1, 2, 3, 4, 5];
const workers = 6;

describe.runIf(isDeep)('TECH-21 nodes that are updated one after the other', () => {
  let cluster: Cluster;
  let sources: string;

  beforeAll(async () => {
    sources = mkdtempSync(join(tmpdir(), 'kontor-former-'));
    unpackFormer(sources);
    cluster = await openCluster((path) => void mkdirSync(path, { recursive: true }));
    for (const name of [databaseName, template]) await cluster.postgres.ensureDatabase(name);
    const first = await launch(template, sources, { DEMO: 'true' });
    await end(first);
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
    const started = await launchProduct({
      dataDirectory: mkdtempSync(join(sources, 'data-')),
      checkout,
      environment: {
        DATABASE_URL: cluster.postgres.ownerUrl(database),
        SECRET_KEY: secretKey,
        LOG_LEVEL: 'warn',
        ...environment,
      },
    });
    await started.ready();
    return started;
  };

  test.each(times)(
    'a new node that has to carry data of 0.1.0 over gets through while a node of 0.1.0 works (%i)',
    async (time) => {
      const admin = cluster.owner;
      await admin.query(`drop database if exists ${databaseName}_${time} with (force)`);
      await admin.query(`create database ${databaseName}_${time} template ${template}`);
      const database = `${databaseName}_${time}`;
      const former = await launch(database, sources);
      const token = await cluster.token('requester@demo.test', database);
      let isOver = false;
      const codes = new Map<string, number>();
      const longest = { seconds: 0 };
      const work = async () => {
        while (!isOver) {
          const from = performance.now();
          const { errors } = await ask(former.url, token, draft('Beim alten Knoten'));
          longest.seconds = Math.max(longest.seconds, (performance.now() - from) / 1000);
          const code =
            (errors as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code ?? 'done';
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      };
      const working = Promise.all(Array.from({ length: workers }, work));
      const next = await launch(database, root);
      const before = codes.get('done') ?? 0;
      expect((await ask(next.url, token, draft('Beim neuen Knoten'))).errors).toBeUndefined();
      await expect.poll(() => codes.get('done')).toBeGreaterThan(before + workers);
      isOver = true;
      await working;
      expect([...codes.keys()]).toEqual(['done']);
      expect(longest.seconds).toBeLessThan(15);
      await Promise.all([end(former), end(next)]);
      await admin.query(`drop database ${database} with (force)`);
    },
  );
});

async function end(product: ProductProcess): Promise<void> {
  product.signal('SIGTERM');
  await product.ended();
}

/** The sources of the last version before the baseline, out of the history of the repository, with the packages of this one. */
function unpackFormer(folder: string): void {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 30 });
  const removed = git('log', '-1', '--format=%H', '--diff-filter=D', '--', lastOfFormer).toString().trim();
  if (removed === '') throw new Error(`the history of the repository does not reach back to ${lastOfFormer}`);
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', `${removed}~1`) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

import { execFile } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import {
  launchProduct,
  type ProductProcess,
  runningPostgres,
  temporaryDataDirectory,
} from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';
import { ask, draft, secretKey } from './cluster.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('npm run backup, restore and audit:verify', () => {
  const data = temporaryDataDirectory();
  const elsewhere = temporaryDataDirectory();
  const file = join(data.path, 'monday.backup');
  const launched: ProductProcess[] = [];
  let product: ProductProcess;
  let token: string;

  beforeAll(async () => {
    await takeData(data.path, 'demo');
    product = await started(data.path);
    token = await command('token', data.path, '--email', 'requester@demo.test');
  });
  afterAll(async () => {
    for (const product of launched) product.signal('SIGTERM');
    await Promise.all(launched.map((product) => product.ended()));
    data.remove();
    elsewhere.remove();
  });

  const started = async (dataDirectory: string) => {
    const one = await launchProduct({ dataDirectory, environment: { SECRET_KEY: secretKey } });
    launched.push(one);
    await one.ready();
    return one;
  };
  const command = async (script: string, dataDirectory: string, ...parameters: string[]) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDirectory, SECRET_KEY: secretKey };
    const program = [join(root, 'scripts', `${script}.ts`), ...parameters];
    const { stdout } = await run(process.execPath, program, { cwd: root, env }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}${error.stderr}`);
      },
    );
    return stdout.trim();
  };

  test('backs up the running product; elsewhere everything is restored, and the audit is complete', async () => {
    let isWorking = true;
    const names: string[] = [];
    const working = (async () => {
      while (isWorking) {
        const name = `Während der Sicherung ${names.length}`;
        const { data: made } = await ask(product.url, token, draft(name));
        if (made) names.push(name);
      }
    })();
    const before = await ask(product.url, token, draft('Vor der Sicherung'));
    expect(await command('backup', data.path, file)).toContain(`${file} contains`);
    isWorking = false;
    await working;
    expect(names.length).toBeGreaterThan(3);
    const refused = command('restore', data.path, file, '--replace');
    await expect(refused).rejects.toThrow(
      `Kontor is already running on this data: process ${product.pid}, ${product.url}.`,
    );
    expect((await ask(product.url, token, draft('Läuft weiter'))).data?.document.name).toBe('Läuft weiter');

    // The secrets of the demo were encrypted with the key of the prepared data.
    if (isDeep) await expect(command('restore', elsewhere.path, file)).rejects.toThrow('another SECRET_KEY');
    const restored = await command('restore', elsewhere.path, file, '--without-secrets');
    expect(restored).toContain('written by version');
    expect(restored).toContain('must be entered again: the secret of marketplace');
    const second = await started(elsewhere.path);
    const found = await ask(second.url, token, {
      query: 'query ($id: bigint!) { document: procurement_by_pk(id: $id) { id name } }',
      variables: { id: before.data?.document.id },
    });
    expect(found.data?.document.name).toBe('Vor der Sicherung');
    expect(await command('audit-verify', elsewhere.path)).toContain('no manipulation found');
    expect(await command('audit-verify', data.path)).toMatch(/sealed rows in .* no manipulation found/);
    second.signal('SIGTERM');
    await second.ended();
  });

  test.runIf(isDeep)(
    'restores into the same data only with --replace, and never from a truncated file',
    async () => {
      const { data: late } = await ask(product.url, token, draft('Nach der Sicherung'));
      product.signal('SIGTERM');
      expect(await product.ended()).toBe(0);
      await expect(command('restore', data.path, file)).rejects.toThrow(
        'Add --replace to replace them by the backup',
      );
      await command('restore', data.path, file, '--replace', '--without-secrets');
      expect(runningPostgres(data.path)).toBeUndefined();
      const again = await started(data.path);
      const found = await ask(again.url, token, {
        query: 'query ($id: bigint!) { document: procurement_by_pk(id: $id) { id name } }',
        variables: { id: late?.document.id },
      });
      expect(found).toEqual({ data: { document: null } });
      again.signal('SIGTERM');
      await again.ended();
      truncateSync(file, 20_000);
      await expect(command('restore', data.path, file, '--replace')).rejects.toThrow('Nothing was changed.');
    },
  );
});

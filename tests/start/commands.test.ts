import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchProduct, type ProductProcess, temporaryDataDirectory } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';

const root = join(import.meta.dirname, '../..');

describe('console commands beside the running product', () => {
  const data = temporaryDataDirectory();
  let product: ProductProcess;

  beforeAll(async () => {
    await takeData(data.path, 'demo');
    product = await launchProduct({ dataDirectory: data.path });
    await product.ready();
  });
  afterAll(async () => {
    product.signal('SIGTERM');
    await product.ended();
    data.remove();
  });

  const command = async (file: string, ...parameters: string[]) => {
    const env = { ...process.env, DATA_DIR: data.path, PORT: new URL(product.url).port };
    const running = promisify(execFile)(process.execPath, ['scripts/run.mjs', file, ...parameters], {
      cwd: root,
      env,
    });
    return await running.then(
      ({ stdout }) => ({ code: 0, output: stdout.trim() }),
      (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr.trim() }),
    );
  };
  const ask = async (token: string, query: string) => {
    const answer = await fetch(`${product.url}/v1/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await answer.json()) as { data: { lb_user: { email: string; approval_limit: number | null }[] } };
  };

  test('npm run token prints a valid API token; the demo has its people and limits', async () => {
    const { code, output } = await command('scripts/token.ts', '--email', 'admin@demo.test');
    expect(code).toBe(0);
    const { data: found } = await ask(
      output,
      '{ lb_user(where: { email: { _is_null: false } }) { email approval_limit } }',
    );
    const limits = new Map(found.lb_user.map(({ email, approval_limit: limit }) => [email, limit]));
    const names = ['admin', 'requester', 'selector', 'buyer', 'receiver', 'accountant'];
    for (const name of names) expect(limits.has(`${name}@demo.test`), name).toBe(true);
    expect(limits.get('approver1@demo.test')).toBe(1_000);
    expect(limits.get('approver2@demo.test')).toBe(10_000);
    expect(limits.get('approver3@demo.test')).toBeNull();
    expect([...limits.keys()].filter((email) => email.endsWith('@other.test'))).toEqual([]);
  });

  test('the other tenant has its own people, and the operator is among them', async () => {
    for (const email of ['admin@other.test', 'requester@other.test', 'operator@kontor.test']) {
      const { code, output } = await command('scripts/token.ts', '--email', email);
      expect([email, code, output.split('.').length]).toEqual([email, 0, 3]);
    }
  });

  test('a token for an unknown person is refused in one sentence', async () => {
    expect(await command('scripts/token.ts', '--email', 'nobody@demo.test')).toEqual({
      code: 1,
      output: 'No person with the address nobody@demo.test may log in.',
    });
    expect((await command('scripts/token.ts')).output).toMatch(
      /^An e-mail address is required: npm run token/,
    );
  });

  test('AUTH-28 npm run admin creates a tenant with its administrator, whose link logs in', async () => {
    const made = await command('scripts/admin.ts', '--tenant', 'Neuland', '--email', 'chefin@neuland.test');
    expect(made.code).toBe(0);
    const link = made.output.split('\n').at(-1) ?? '';
    expect(link).toMatch(new RegExp(`^${product.url}/login/[\\w-]{20,}$`));
    const token = link.split('/').at(-1);
    const answer = await fetch(`${product.url}/api/auth/login/${token}`, { method: 'POST' });
    expect(answer.status).toBe(200);
    expect((await command('scripts/admin.ts', '--tenant', 'Neuland')).output).toMatch(
      /npm run admin -- --tenant/,
    );
  });
});

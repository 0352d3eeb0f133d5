import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, readManual } from '../../src/features/help/manual-text.ts';
import { type Document, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { pdf } from '../support/sample-files.ts';
import { routesOf } from '../support/server-routes.ts';

const languages = ['de', 'en'] as const;
const execute = promisify(execFile);

const blocksOf = (language: string): readonly Block[] =>
  readManual(readFileSync(join(import.meta.dirname, `../../manual/${language}/api.md`), 'utf8')).blocks;

interface Example {
  readonly language: string;
  readonly name: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** Each GraphQL example of the manual with its variables. */
const examples = languages.flatMap((language) => {
  const blocks = blocksOf(language);
  return blocks.flatMap((block, at): Example[] => {
    const below = blocks[at + 1];
    if (block.kind !== 'example' || block.language !== 'graphql') return [];
    if (below?.kind !== 'example' || below.language !== 'json')
      throw new Error('an example has no variables');
    const name = /(?:query|mutation) (\w+)/.exec(block.text)?.[1] ?? '';
    return [{ language, name, query: block.text, variables: JSON.parse(below.text) }];
  });
});

describe('ONB-07 API-03 API-39 the examples of the manual work', () => {
  let demo: DemoWeb;
  let admin: WebCaller;
  let draft: Document;
  let url: string;

  beforeAll(async () => {
    demo = await demoWeb();
    admin = await demo.person('admin@demo.test');
    url = await demo.web.app.listen({ host: '127.0.0.1', port: 0 });
    draft = await run(admin, 'save', { head: { name: 'Draft of the manual' } });
  });
  afterAll(() => demo.close());

  /** A token of the administrator, issued by themselves. */
  async function newToken(): Promise<string> {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const payload = { user_id: admin.context.userId, expires_at };
    const answer = await admin.send({ method: 'POST', url: '/api/auth/api-token', payload });
    return answer.json<{ token: string }>().token;
  }

  /** Ids of the demo instead of those in the manual. */
  async function withOwnIds({ variables }: Example): Promise<Record<string, unknown>> {
    const own: Record<string, unknown> = { ...variables };
    if ('key' in own) own.key = randomUUID();
    if ('id' in own) own.id = draft.id;
    if ('head' in own) {
      const { lb_user_by_pk: me } = await admin.get<{ lb_user_by_pk: Record<string, number> }>(
        'query ($id: bigint!) { lb_user_by_pk(id: $id) { client_id department_id cost_center_id } }',
        { id: admin.context.userId },
      );
      own.head = { ...(own.head as object), ...me };
    }
    return own;
  }

  test('both languages have the same number', () => {
    const names = (language: string) =>
      examples.filter((each) => each.language === language).map(({ name }) => name);
    expect(names('de').length).toBeGreaterThan(6);
    expect(names('en')).toEqual(names('de'));
  });

  test.each(examples)('$language $name', async (example) => {
    const variables = await withOwnIds(example);
    const answer = await admin.send({
      method: 'POST',
      url: '/v1/graphql',
      payload: { query: example.query, variables },
    });
    const { data, errors } = answer.json<{ data?: Record<string, unknown>; errors?: unknown }>();
    expect(errors).toBeUndefined();
    expect(Object.values(data ?? {})).not.toContain(null);
  });

  test('a command of the manual repeated with its key takes effect once', async () => {
    const example = examples.find(({ name }) => name === 'CreateRequest');
    if (example === undefined) throw new Error('the manual creates no request');
    const variables = await withOwnIds(example);
    const first = await admin.get<{ procurement_save: { id: number } }>(example.query, variables);
    expect(await admin.get(example.query, variables)).toMatchObject(first);
    const other = { ...variables, head: { ...(variables.head as object), name: 'Something else' } };
    expect((await admin.refusal(example.query, other)).code).toBe('idempotency_key_reused');
  });

  test('the error shown in the manual is returned', async () => {
    const shown = blocksOf('en').flatMap((block) =>
      block.kind === 'example' && block.text.includes('"errors"') ? [JSON.parse(block.text)] : [],
    );
    const { errors } = await admin.ask(
      'mutation { insert_supplier_one(object: { name: "", external_id: "70999", country: "DE" }) { id } }',
    );
    expect(errors?.[0]?.extensions).toMatchObject(shown[0].errors[0].extensions);
  });

  test.each(languages)('%s: the programs of the manual run with a token', async (language) => {
    const token = await newToken();
    const folder = await mkdtemp(join(tmpdir(), 'kontor-manual-'));
    await writeFile(join(folder, 'invoice.pdf'), Buffer.concat([pdf, Buffer.from(language)]));
    const env = { ...process.env, KONTOR_URL: url, KONTOR_TOKEN: token };
    const output = async (program: string, ...args: string[]) =>
      (await execute(program, args, { cwd: folder, env })).stdout;
    const programs = blocksOf(language).flatMap((block) => (block.kind === 'example' ? [block] : []));
    const textOf = (kind: string, part: string) =>
      programs.find((block) => block.language === kind && block.text.includes(part))?.text ?? '';
    const suppliers = JSON.parse(await output('sh', '-c', textOf('sh', '/v1/graphql')));
    expect(suppliers.data.supplier.length).toBeGreaterThan(0);
    await writeFile(join(folder, 'upload.mjs'), textOf('js', '/api/invoice/upload'));
    expect(await output(process.execPath, 'upload.mjs', 'invoice.pdf')).toMatch(
      /id: \d+, name: 'invoice.pdf'/,
    );
    await rm(folder, { recursive: true });
  });

  test('every address named in the manual exists', () => {
    const named = languages.flatMap((language) =>
      blocksOf(language).flatMap((block) =>
        block.kind === 'example' && block.language === 'http'
          ? block.text.split('\n').filter((line) => /^(GET|POST|DELETE) /.test(line))
          : [],
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    const known = routesOf(demo.web.app);
    expect([...new Set(named)].filter((route) => !known.includes(route))).toEqual([]);
  });
});

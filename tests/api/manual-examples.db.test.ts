import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, readManual } from '../../src/features/help/manual-text.ts';
import { type Document, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { routesOf } from '../support/server-routes.ts';

const languages = ['de', 'en'] as const;

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

  beforeAll(async () => {
    demo = await demoWeb();
    admin = await demo.person('admin@demo.test');
    draft = await run(admin, 'save', { head: { name: 'Draft of the manual' } });
  });
  afterAll(() => demo.close());

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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { ApiRole } from '../../src/platform/context.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { amount } from '../support/tenant-samples.ts';
import { type Answer, ApiFixture, type Asker, askers, isNothing, marksOfB } from './api-fixture.ts';
import { mutationFields, openQuestions, prying, queryFields } from './api-requests.ts';
import { Findings } from './findings.ts';

let api: ApiFixture;
const all = new Findings();

beforeAll(async () => {
  api = await ApiFixture.open();
});
afterAll(async () => {
  console.info(`isolation: ${all.checks.toLocaleString('en')} checks of answers of the API`);
  await api.close();
});

function expectNoHole(findings: Findings): void {
  all.add(findings);
  expect(findings.holes).toEqual([]);
  expect(findings.checks).toBeGreaterThan(inDepth(50, 200));
}

/** All answers that the person gets without naming a row, by request name. */
const answers = new Map<Asker, Promise<ReadonlyMap<string, string>>>();

function answersTo(who: Asker): Promise<ReadonlyMap<string, string>> {
  const known = answers.get(who) ?? askAll(who);
  answers.set(who, known);
  return known;
}

async function askAll(who: Asker): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  const questions = openQuestions(api.schemaFor(who));
  for (const question of someOf(questions, 7)) bodies.set(question.name, await api.ask(who, question));
  return bodies;
}

describe('GEN-02 TECH-05 queries', () => {
  test.each(askers)('%s: no answer contains anything of another tenant', async (who) => {
    const findings = new Findings();
    for (const [name, body] of await answersTo(who)) {
      findings.expect(!body.startsWith('{"errors"'), `${name} fails: ${body.slice(0, 300)}`);
      findings.expect(!marksOfB.test(body), `${name} shows rows of another tenant: ${body.slice(0, 300)}`);
    }
    expectNoHole(findings);
  });

  test.each(['administrator', 'reader without prices'] as const)(
    '%s: guessed keys, texts and relations find nothing',
    async (who) => {
      const findings = new Findings();
      for (const question of someOf(prying(api.schemaFor(who), api.fixture.b.row, api.fixture.b.tag), 7)) {
        const body = await api.ask(who, question);
        const { data } = JSON.parse(body) as Answer;
        findings.expect(Boolean(data), `${question.name} fails: ${body.slice(0, 300)}`);
        for (const [name, value] of Object.entries(data ?? {})) {
          findings.expect(isNothing(value), `${question.name} ${name} finds ${JSON.stringify(value)}`);
        }
      }
      expectNoHole(findings);
    },
  );

  test('the own rows do appear, so the checks above are meaningful', async () => {
    const bodies = [...(await answersTo('administrator')).values()];
    expect(bodies.filter((body) => body.includes(api.fixture.a.tag)).length).toBeGreaterThan(
      bodies.length / 2,
    );
  });
});

describe('ROLE-07 prices', () => {
  test.each(['reader without prices', 'stranger'] as const)(
    '%s: no answer contains an amount',
    async (who) => {
      const findings = new Findings();
      for (const [name, body] of await answersTo(who)) {
        const isShown = body.includes(amount) || body.includes(amount.replace('.', ''));
        findings.expect(!isShown, `${name} shows an amount: ${body}`);
      }
      expectNoHole(findings);
    },
  );

  test('a reader with prices finds them', async () => {
    const bodies = [...(await answersTo('reader of everything')).values()];
    expect(bodies.filter((body) => body.includes(amount)).length).toBeGreaterThan(10);
  });

  test('filters, orders and sums of amounts are missing from the schema without prices', () => {
    const inputs =
      /_(bool_exp|order_by|select_column|inc_input|sum_fields|max_fields|min_fields|avg_fields)$/;
    const offered = (role: ApiRole) =>
      fieldNames(role).filter((name) => inputs.test(name.split('.')[0] ?? ''));
    expect(offered({ kind: 'user', price: true })).toEqual(
      expect.arrayContaining(['procurement_bool_exp.total_netto', 'procurement_order_by.total_netto']),
    );
    const amounts =
      /\.(total_netto|total_brutto|total_tax|price_netto|price_brutto|approval_limit|amounts_before|message_amounts)$/;
    expect(offered({ kind: 'user', price: false }).filter((name) => amounts.test(name))).toEqual([]);
  });
});

describe('ROLE-04 a stranger', () => {
  test('finds no text of documents of others, not even through relations', async () => {
    const findings = new Findings();
    const ofDocuments = new RegExp(
      `${api.fixture.a.tag} (procurement|invoice|contract|timeline_entry|goods_receipt|document_file|file|punchout_cart|punchout_log|mailbox)`,
      'i',
    );
    for (const [name, body] of await answersTo('stranger')) {
      findings.expect(!ofDocuments.test(body), `${name} shows a foreign document: ${body.slice(0, 400)}`);
    }
    expectNoHole(findings);
  });
});

describe('API-03 ROLE-19 the schema of each role', () => {
  const genericMutations = (kind: ApiRole['kind']) =>
    mutationFields(api.graphql.schema({ kind, price: true }))
      .filter((field) => meaningOf(field)?.kind !== 'command')
      .map(({ name }) => name);

  test.each(['user', 'admin'] as const)(
    '%s: documents, timelines and audit offer no generic mutation',
    (kind) => {
      const selectOnly =
        /^(insert|update|delete)_(procurement|invoice|contract|goods_receipt|timeline|document_|number_counter|audit_log|file|command_log|mail(?!box)|job|transaction)/;
      expect(genericMutations(kind).filter((name) => selectOnly.test(name))).toEqual([]);
    },
  );

  test('user: master data is read-only, except own records and additions by rights 16 and 17', () => {
    const tables = genericMutations('user').map((name) =>
      name.replace(/^(insert|update|delete)_/, '').replace(/_(one|many|by_pk)$/, ''),
    );
    expect([...new Set(tables)].sort()).toEqual([
      'favourite_product',
      'lb_user',
      'product',
      'record_lock',
      'saved_filter',
      'scheduled_export',
      'supplier',
      'tour',
      'user_address',
    ]);
    const added = genericMutations('user').filter((name) => /^[a-z]+_(product|supplier)(_|$)/.test(name));
    expect(added.filter((name) => !name.startsWith('insert_'))).toEqual([]);
  });

  test('TECH-04 operator: tables of the operator area only', () => {
    const tables = queryFields(api.graphql.schema({ kind: 'operator', price: true })).flatMap((field) => {
      const found = meaningOf(field);
      return found?.kind === 'list' ? [found.table.name] : [];
    });
    expect(tables.sort()).toEqual([
      'archive',
      'billing',
      'billing_step',
      'client',
      'direct_debit',
      'document',
      'global_configuration',
      'security_log',
      'tenant',
      'tenant_additional_item',
      'tenant_tiered_price',
    ]);
  });

  test.each(['user', 'admin', 'operator'] as const)('TECH-07 %s: the schema contains no secret', (kind) => {
    const secrets = /\.\w*(hash|secret|password|credential|public_key|token_version)/;
    // These can be written, and are returned as a mask.
    const masked =
      /^(mailbox\w*\.(password|oauth_secret)|marketplace\w*\.secret|sign_on_issuer\w*\.application_secret|export_destination\w*\.secret_access_key)$/;
    const names = fieldNames({ kind, price: true }).filter(
      (name) => secrets.test(name) && !masked.test(name),
    );
    expect(names).toEqual([]);
  });

  test.each(askers)('TECH-07 %s: a stored secret is returned as a mask', async (who) => {
    const bodies = [...(await answersTo(who)).values()];
    const shown = bodies.flatMap((body) => body.match(/"(?:password|secret)": ?[^,}]*/g) ?? []);
    expect(shown.filter((part) => !/: ?(null|"\*{8}")$/.test(part))).toEqual([]);
    expect(shown.some((part) => /^"password": ?"/.test(part))).toBe(who === 'administrator');
  });

  test.each(['user', 'admin'] as const)('TECH-06 %s: no field names a tenant', (kind) => {
    expect(fieldNames({ kind, price: true }).filter((name) => name.endsWith('.tenant_id'))).toEqual([]);
  });
});

test('a hole in the wall would be detected above', async () => {
  await api.owner.query('alter policy visible on supplier using (true)');
  const schema = api.schemaFor('stranger');
  for (const question of openQuestions(schema).filter(({ name }) => name === 'supplier')) {
    expect(await api.ask('stranger', question)).toMatch(marksOfB);
  }
  const guesses = prying(schema, api.fixture.b.row, api.fixture.b.tag).filter(({ name }) =>
    /^supplier(_|$)/.test(name),
  );
  const found = await Promise.all(guesses.map((guess) => api.ask('stranger', guess)));
  const { their_key, like_name } = (JSON.parse(found[0] ?? '') as Answer).data ?? {};
  expect([isNothing(their_key), isNothing(like_name)]).toEqual([false, false]);
});

test('no request above caused an unexpected error', () => {
  expect(api.unexpected).toEqual([]);
});

/** All fields of all types of a schema, as `type.field`. */
function fieldNames(role: ApiRole): string[] {
  return Object.values(api.graphql.schema(role).getTypeMap()).flatMap((type) =>
    'getFields' in type && !type.name.startsWith('__')
      ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)
      : [],
  );
}

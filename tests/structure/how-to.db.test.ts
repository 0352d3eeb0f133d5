import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import type {
  OnlineTransport,
  Transfer,
} from '../../src/features/accounting-export/server/online/transport.ts';
import type { EntryEnd } from '../../src/features/accounting-export/server/runs/entries.ts';
import type { Run } from '../../src/features/accounting-export/server/runs/runs.ts';
import { migrate } from '../../src/platform/server/database/migrate.ts';
import type { Tx } from '../../src/platform/server/database.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type Caller, callerOf, demoTemplate } from '../support/demo-api.ts';
import { isDeep } from '../support/depth.ts';
import { changedBy, copyProduct, perform, recipeBlocks } from '../support/recipes.ts';
import { switchModulesOn } from '../support/switched-modules.ts';
import { featureViolations, layerViolations, sideViolations } from './rules.ts';

const root = join(import.meta.dirname, '../..');
/** Applied to a separate copy, without a database. */
const kindPage = 'add-a-document-kind.md';
let folder: string;
let db: TestDatabase;
let admin: Caller;
const contract = 'id status purpose timeline { content_version }';
type Texts = typeof import('../../src/platform/server/texts.ts');
type Post = (name: string, invoice: unknown) => Promise<void>;
type MailClosed = (tx: Tx, publicUrl: string, tenantId: number, name: string) => Promise<void>;
interface Contract {
  readonly id: number;
  readonly timeline: { readonly content_version: number };
}

/** The problems that a tool of the project reports for a copy. */
function problemsOf(copy: string, name: string, ...parameters: readonly string[]): string {
  const tool = join(root, 'node_modules/.bin', name);
  const { status, stdout, stderr } = spawnSync(tool, parameters, { cwd: copy, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

function compilerProblems(copy: string): string {
  const config = { extends: './tsconfig.json', include: ['src'] };
  writeFileSync(join(copy, 'tsconfig.src.json'), JSON.stringify(config));
  return problemsOf(copy, 'tsc', '--noEmit', '-p', 'tsconfig.src.json');
}
let changed: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-how-to-'));
  copyProduct(folder);
  const blocks = recipeBlocks().filter(({ page }) => page !== kindPage);
  changed = [...new Set(blocks.flatMap((block) => perform(folder, block)))];
  db = await testDatabase(await demoTemplate());
  const { webPassword } = inject('postgres');
  await migrate({ ownerUrl: db.ownerUrl, webPassword, directory: join(folder, 'db') });
  await switchModulesOn({
    query: async (text, values) => ({ rows: await db.sql(text, values), rowCount: null }),
  });
  const { openGraphql } = await load<typeof import('../../src/app/server/graphql.ts')>('app/server/graphql');
  const graphql = await openGraphql(db.database, { error: console.error });
  admin = await callerOf(db, graphql, 'admin@demo.test');
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

/** A module of the project after all recipes. */
async function load<Module>(path: string): Promise<Module> {
  return (await import(/* @vite-ignore */ join(folder, `src/${path}.ts`))) as Module;
}

const find = async (query: string) => (await admin.get<{ found: unknown }>(query)).found;

/** Partner and company of a contract of the administrator. */
async function parties(): Promise<Readonly<Record<string, number>>> {
  const { tenantId, userId } = admin.context;
  const [row] = await db.sql<Record<string, string>>(
    `select client_id, department_id, cost_center_id, (select min(id) from supplier where tenant_id = $1) as supplier_id
     from lb_user where id = $2`,
    [tenantId, userId],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([column, id]) => [column, Number(id)]));
}

describe('the recipes of docs/how-to work on a copy of the project', () => {
  test('every changed file is formatted and follows the structure rules, and in the deep form the copy compiles', () => {
    const sources = changed.filter((path) => /\.tsx?$/.test(path));
    expect(sources.length).toBeGreaterThan(10);
    expect(
      problemsOf(folder, 'biome', 'format', `--config-path=${root}`, '--vcs-enabled=false', ...sources),
    ).toBe('');
    const files = sources.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
    expect([layerViolations, sideViolations, featureViolations].flatMap((rule) => rule(files))).toEqual([]);
    if (isDeep) expect(compilerProblems(folder)).toBe('');
  });

  test('a document has its new field and status, and its list the new columns', async () => {
    const saved = await admin.get<{ found: Contract }>(
      `mutation ($head: contract_save_head_input!) {
         found: contract_save(idempotency_key: "${randomUUID()}", head: $head) { ${contract} } }`,
      { head: { name: 'Kran', purpose: 'Heben', ...(await parties()) } },
    );
    const { id, timeline } = saved.found;
    expect(saved.found).toMatchObject({ purpose: 'Heben', status: 'pending' });
    expect(
      await find(`mutation { found: contract_to_check(idempotency_key: "${randomUUID()}", id: ${id},
        expected_version: ${timeline.content_version}) { ${contract} } }`),
    ).toMatchObject({ purpose: 'Heben', status: 'review' });
    const { exportedKinds } = await load<typeof import('../../src/app/server/kinds.ts')>('app/server/kinds');
    const columns = Object.keys(exportedKinds.find(({ name }) => name === 'contract')?.exportColumns ?? {});
    expect(columns).toEqual(expect.arrayContaining(['purpose', 'agreed_end']));
    const kinds = await load<typeof import('../../src/timeline/kinds.ts')>('timeline/kinds');
    expect(kinds.statusMeaning('contract', 'review')).toBe('progress');
    const texts = await load<Texts>('platform/server/texts');
    expect(['field.purpose', 'status.contract.review'].map((key) => texts.text('de', key))).toEqual([
      'Zweck',
      'In Prüfung',
    ]);
    const [open] = await db.sql<{ open: string[] }>("select app.open_statuses('contract') as open");
    expect(open?.open).toContain('review');
  });

  test('an entity has its new field, a list its column, and the new command and mail work', async () => {
    const made = await admin.get<{ found: { readonly id: number } }>(
      'mutation { found: insert_location_one(object: { name: "Werft", phone: "0431 1" }) { id phone } }',
    );
    const { id } = made.found;
    expect(made.found).toMatchObject({ phone: '0431 1' });
    const { location } = await load<typeof import('../../src/features/master-data/location.ts')>(
      'features/master-data/location',
    );
    const { postingKey } = await load<typeof import('../../src/features/master-data/posting-key.ts')>(
      'features/master-data/posting-key',
    );
    expect([Object.keys(location.fields), postingKey.list]).toEqual([
      expect.arrayContaining(['phone']),
      expect.arrayContaining(['active']),
    ]);
    const close = `mutation { found: location_close(idempotency_key: "${randomUUID()}", id: ${id}) { active } }`;
    expect([await find(close), await find(close)]).toEqual([{ active: false }, { active: false }]);
    const { mailLocationClosed } = await load<{ readonly mailLocationClosed: MailClosed }>(
      'features/master-data/server/location-mail',
    );
    await db.database.inTenant(admin.context, (tx) =>
      mailLocationClosed(tx.as('writer'), 'http://localhost', admin.context.tenantId, 'Werft'),
    );
    expect(
      await db.sql("select subject from mail where subject like '%Werft' and recipient = 'admin@demo.test'"),
    ).toEqual([{ subject: 'Standort geschlossen: Werft' }]);
  });

  test('the new table is behind the wall of its tenant', async () => {
    const [table] = await db.sql(
      "select relrowsecurity as enabled, relforcerowsecurity as forced from pg_class where relname = 'berth'",
    );
    expect(table).toEqual({ enabled: true, forced: true });
    const add = (tenantId: number) =>
      db.database.inTenant(admin.context, (tx) =>
        tx
          .as('writer')
          .fixed(
            'insert into berth (tenant_id, location_id, name) select $1, min(id), $2 from location where tenant_id = $1',
            [tenantId, 'Kai 1'],
          ),
      );
    const { tenantId } = admin.context;
    await db.sql("insert into location (tenant_id, name) select id, 'Kai' from tenant");
    await add(tenantId);
    const [other] = await db.sql<{ id: string }>('select id from tenant where id <> $1 limit 1', [tenantId]);
    await expect(add(Number(other?.id))).rejects.toThrow();
    expect(await db.sql('select name from berth')).toEqual([{ name: 'Kai 1' }]);
  });

  test('the new language has its texts and can be chosen', async () => {
    const { languages } = await load<typeof import('../../src/base/language.ts')>('base/language');
    expect(languages).toContain('fr');
    const { acceptedLanguage, text } = await load<Texts>('platform/server/texts');
    expect(acceptedLanguage('fr-CA')).toBe('fr');
    expect(text('fr' as 'de', 'mail.footer', { tenant: 'X' })).toBe(
      text('en', 'mail.footer', { tenant: 'X' }),
    );
    await db.sql("update lb_user set lang = 'fr' where id = $1", [admin.context.userId]);
  });
});

test('the new export target books an invoice, and sends it under a name that it stores first', async () => {
  const { context } = admin;
  const { abacusTransport } = await load<{ readonly abacusTransport: (post: Post) => OnlineTransport }>(
    'features/accounting-export/targets/abacus/server/target',
  );
  const { loadCompany } = await load<
    typeof import('../../src/features/accounting-export/server/content/load-company.ts')
  >('features/accounting-export/server/content/load-company');
  const { exportTargets } = await load<typeof import('../../src/features/export-target/targets.ts')>(
    'features/export-target/targets',
  );
  expect(exportTargets).toContain('abacus');
  await db.sql(`update client set consultant_number = '29098', client_number = '55003', payables_ledger = true,
    ledger_account_length = 4`);
  await db.sql("update supplier set external_id = '70001' where id = (select min(id) from supplier)");
  const [account] = await db.sql<{ id: string }>(
    "select id from ledger_account where tenant_id = $1 and number = '4980'",
    [context.tenantId],
  );
  const { client_id, supplier_id } = await parties();
  const invoice = await admin.get<{ readonly found: { readonly id: number } }>(
    `mutation ($head: invoice_save_head_input!) {
       found: invoice_save(idempotency_key: "${randomUUID()}", head: $head) { id } }`,
    {
      head: {
        ...{
          client_id,
          supplier_id,
          tax: '19',
          currency: 'EUR',
          number_printed: 'RE-1',
          total_brutto: '119',
        },
        ...{ invoice_date: '2026-10-10', ledger_account_id: Number(account?.id) },
      },
    },
  );
  const [run] = await db.sql<{ id: string }>(
    `insert into invoice_export_run (tenant_id, client_id, target, running_number)
     values ($1, $2, 'abacus', 99) returning id`,
    [context.tenantId, client_id],
  );
  const payload: string[] = [];
  const transport = abacusTransport(async (name) => void payload.push(`post ${name}`));
  const entry = { id: 7, invoice_id: invoice.found.id, is_reversal: false };
  await db.database.inTenant(context, async (tx) => {
    const company = await loadCompany(tx.as('writer'), Number(client_id));
    const opened = await transport.open({
      context,
      company,
      run: { id: Number(run?.id), closed_period: 'first_open_day' } as Run,
    });
    if (isRefusal(opened)) throw new Error(opened.code);
    const booked = await opened.book(tx.as('writer'), entry);
    if (isRefusal(booked)) throw new Error(booked.code);
    const transfer = {
      refer: async (name: string) => name,
      handOver: async () => void payload.push('hand over'),
      endSent: async (_: unknown, { state }: EntryEnd) => void payload.push(state),
    };
    await opened.send(transfer as unknown as Transfer, [
      { ...entry, payload: booked.payload, reference: null },
    ]);
  });
  expect(payload).toEqual(['hand over', 'post kontor-7', 'exported']);
});

describe('a fourth kind of document', () => {
  const written = (path: string) => readFileSync(join(root, path), 'utf8');
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'kontor-fourth-kind-'));
    copyProduct(copy);
    cpSync(join(root, 'tests/document'), join(copy, 'tests/document'), { recursive: true });
    for (const block of recipeBlocks()) if (block.page === kindPage) perform(copy, block);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test('changes at most ten files of src and locales outside of its folder, and in the deep form the copy compiles', () => {
    const differing = globSync(['src/**/*.{ts,tsx}', 'locales/*.json'], { cwd: copy }).filter(
      (path) => !existsSync(join(root, path)) || written(path) !== readFileSync(join(copy, path), 'utf8'),
    );
    const outside = differing.filter((path) => !path.startsWith('src/features/tender/'));
    expect(differing.length - outside.length).toBeGreaterThan(5);
    expect(outside.length).toBeLessThanOrEqual(10);
    const sources = differing.filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'));
    const files = sources.map((path) => ({ path, text: readFileSync(join(copy, path), 'utf8') }));
    expect([layerViolations, sideViolations, featureViolations].flatMap((rule) => rule(files))).toEqual([]);
    if (isDeep) expect(compilerProblems(copy)).toBe('');
  });

  test('is listed, exported and has its commands', async () => {
    const { listed } = (await import(
      /* @vite-ignore */ join(copy, 'src/app/kinds.ts')
    )) as typeof import('../../src/app/kinds.ts');
    expect(listed.kinds.map(({ name }) => name)).toEqual(['procurement', 'invoice', 'contract', 'tender']);
    const { commandsOfKinds, exportedKinds } = (await import(
      /* @vite-ignore */ join(copy, 'src/app/server/kinds.ts')
    )) as typeof import('../../src/app/server/kinds.ts');
    expect(commandsOfKinds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tender_save', 'tender_submit', 'tender_approve']),
    );
    expect(Object.keys(exportedKinds.at(-1)?.exportColumns ?? {})).toEqual(['name', 'notes']);
  });

  test('needs the tables and functions of the database that name every kind, and the page lists them', () => {
    const page = written(`docs/how-to/${kindPage}`);
    const kinds = ['procurement', 'invoice', 'contract'];
    const functions = globSync('db/functions/**/*.sql', { cwd: root }).filter((path) =>
      kinds.every((kind) =>
        new RegExp(`'${kind}'|\\b${kind}_id\\b|public\\.${kind}\\b|[(|]${kind}[|)]`).test(written(path)),
      ),
    );
    const tables = [...written('db/schema.sql').matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)].filter(
      ([, , columns = '']) => kinds.every((kind) => columns.includes(`\n  ${kind}_id `)),
    );
    const names = [...functions.map((path) => basename(path, '.sql')), ...tables.map(([, name]) => name)];
    expect([functions.length, tables.length].every((count) => count > 5)).toBe(true);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('claims of the pages about the tree', () => {
  test('reports a block that fits nowhere, or in two places', () => {
    expect(changedBy('a\nb\n', ' a\n+c\n')).toBe('a\nc\nb\n');
    expect(changedBy('a\nb\na\nb\n', ' a\n+c\n')).toBeUndefined();
    expect(changedBy('a\nb\n', ' x\n+c\n')).toBeUndefined();
    expect(changedBy('a {\nn\n}\nb {\nn\n', ' b {\n...\n n\n+c\n')).toBe('a {\nn\n}\nb {\nn\nc\n');
  });
});

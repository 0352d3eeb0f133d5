import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentListAnswer, ListedKind } from '../../src/features/operator/model.ts';
import { pageSql } from '../../src/features/operator/server/document-list.ts';
import { tenantsSql } from '../../src/features/operator/server/tenant-list.ts';
import { type OperatorFixture, operatorFixture } from './operators.ts';

let fixture: OperatorFixture;

beforeAll(async () => {
  fixture = await operatorFixture();
  const { demoTenant } = fixture;
  // More invoices than fit on a page, some with equal times.
  await fixture.web.sql(
    `with made as (
       insert into timeline (tenant_id) select ${demoTenant} from generate_series(1, 60) returning id
     )
     insert into invoice (tenant_id, timeline_id, running_number, name, status, creator_id, client_id, created_at)
     select p.tenant_id, made.id, 50000 + row_number() over (order by made.id), 'Rechnung', 'approval', p.creator_id, p.client_id,
       now() - made.id / 10 * interval '1 day'
     from made cross join (
       select * from procurement where tenant_id = ${demoTenant} and client_id is not null limit 1) p`,
  );
});
afterAll(() => fixture.close());

const list = async (kind: ListedKind, more = '') =>
  (
    await fixture.get(`/api/operator/tenant/${fixture.demoTenant}/document?kind=${kind}${more}`)
  ).json<DocumentListAnswer>();

describe('OP-05 NAV-11 documents per tenant', () => {
  test.each(['procurement', 'invoice'] as const)(
    'OP-05 %s: shows number, company, creation, status, gross, and no content',
    async (kind) => {
      const { tenant, months, documents } = await list(kind);
      expect(tenant).toEqual({ id: fixture.demoTenant, name: 'demo', status: 'active' });
      const stored = await fixture.web.sql<object>(
        `select d.id::integer, d.number, c.name as company, d.status, d.total_brutto as gross, d.currency
         from document d left join client c on c.tenant_id = d.tenant_id and c.id = d.client_id
         where d.tenant_id = $1 and d.kind = $2 order by d.created_at desc, d.timeline_id desc limit 50`,
        [fixture.demoTenant, kind],
      );
      expect(documents.map(({ created_at, ...document }) => document)).toEqual(stored);
      expect(documents.length).toBeGreaterThan(3);
      const [known] = months;
      const ofMonth = await list(kind, `&month=${known?.month}`);
      expect(ofMonth.documents.length).toBe(Math.min(50, known?.count ?? 0));
    },
  );

  test('OP-05 paging returns every document once', async () => {
    const found: number[] = [];
    let page = await list('invoice');
    for (;;) {
      found.push(...page.documents.map(({ id }) => id));
      if (page.next === null) break;
      const { created_at, timeline_id } = page.next;
      page = await list('invoice', `&before=${encodeURIComponent(created_at)}&before_id=${timeline_id}`);
    }
    const [all] = await fixture.web.sql<{ count: string }>(
      "select count(*) from document where tenant_id = $1 and kind = 'invoice'",
      [fixture.demoTenant],
    );
    expect(found.length).toBeGreaterThan(50);
    expect([found.length, new Set(found).size]).toEqual([Number(all?.count), Number(all?.count)]);
  });

  test('OP-05 TECH-04 the database gives operators no other columns', async () => {
    const ask = (sql: string) =>
      fixture.web.database.inTenant(
        { ...fixture.operator.context, asOperator: true },
        (tx) => tx.query(sql),
        {
          role: 'operator',
        },
      );
    for (const column of ['name', 'total_netto', 'supplier_id', 'creator_id', 'search_text', '*'])
      await expect(ask(`select ${column} from document limit 1`)).rejects.toThrow('permission denied');
    await expect(ask('select vat_number from client limit 1')).rejects.toThrow('permission denied');
    for (const table of [
      'procurement',
      'invoice',
      'contract',
      'lb_user',
      'file',
      'timeline_entry',
      'configuration',
    ])
      await expect(ask(`select from ${table} limit 1`)).rejects.toThrow('permission denied');
    await expect(ask("update document set status = 'draft'")).rejects.toThrow('permission denied');
  });

  test('OP-05 refuses invalid queries', async () => {
    const url = `/api/operator/tenant/${fixture.demoTenant}/document`;
    for (const query of ['', '?kind=contract', '?kind=invoice&month=2026-1', '?kind=invoice&before=x'])
      expect((await fixture.get(url + query)).status).toBe(400);
    expect((await fixture.get('/api/operator/tenant/404404/document?kind=invoice')).status).toBe(404);
    expect((await fixture.get('/api/operator/tenant/x/document?kind=invoice')).status).toBe(404);
  });
});

describe('OP-05 TECH-12 the lists use indexes', () => {
  const planOf = async (sql: string, values: unknown[]) => {
    await fixture.web.sql('analyze');
    const rows = await fixture.web.database.inTenant(
      { ...fixture.operator.context, asOperator: true },
      async (tx) => {
        // The demo is so small that a full scan would cost less.
        await tx.query('set local enable_seqscan = off');
        return await tx.query<Record<string, string>>(`explain ${sql}`, values);
      },
      { role: 'operator' },
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  test('OP-01 figures of all tenants', async () => {
    expect(await planOf(tenantsSql, ['2026-01-01'])).toMatch(
      /Index (Only )?Cond: \(\(tenant_id = t\.id\) AND \(created_at >= .* AND \(created_at < /,
    );
  });

  test('OP-05 a page of a tenant in its order', async () => {
    const plan = await planOf(pageSql, [
      fixture.demoTenant,
      'invoice',
      '2026-01-01',
      'Europe/Berlin',
      null,
      null,
    ]);
    expect(plan).toMatch(/Index Cond: \(\(tenant_id = .*created_at >= .*ROW\(created_at, timeline_id\) </);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });
});

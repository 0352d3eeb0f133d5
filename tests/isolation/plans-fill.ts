import type pg from 'pg';
import { inDepth } from '../support/depth.ts';

/** The number of filled tenants. */
export const tenants = inDepth(10, 20);
const documentsPerTenant = 1000;

/**
 * Ten tenants, in the deep form twenty, with a thousand requests each of three lines, with steps spread over ten people per tenant. Triggers
 * are off meanwhile; the persons concerned are computed at the end for all.
 */
export async function fillPlans(
  owner: pg.Client,
  { client, department }: { readonly client: string; readonly department: string },
): Promise<void> {
  await owner.query(
    `begin;
     set local session_replication_role = replica;
     insert into tenant (id, name) overriding system value select n, 'tenant ' || n from generate_series(2, ${tenants}) n;
     insert into lb_user (tenant_id, id, name, email) overriding system value
       select t, t * 100 + p, 'person ' || p, 'p' || p || '@plan.test' from generate_series(1, ${tenants}) t, generate_series(1, 10) p;
     insert into timeline (tenant_id, id) overriding system value
       select t, t * 100000 + n from generate_series(1, ${tenants}) t, generate_series(1, ${documentsPerTenant}) n;
     insert into procurement (tenant_id, id, timeline_id, number, name, status, creator_id, client_id, department_id, created_at)
       overriding system value
       select t, t * 100000 + n, t * 100000 + n, 10000 + n, 'request ' || n, 'open', t * 100 + 1 + n % 10,
         case when n % 4 = 0 then ${client} end, case when n % 10 = 0 then ${department} end, now() - n * interval '1 hour'
       from generate_series(1, ${tenants}) t, generate_series(1, ${documentsPerTenant}) n;
     insert into timeline_entry (tenant_id, timeline_id, procurement_id, entry_no, type, lb_user_id, text_type)
       select tenant_id, timeline_id, id, step, 'approval', tenant_id * 100 + 1 + (number + step) % 10,
         (array['past', 'present', 'future'])[step]
       from procurement, generate_series(1, 3) as step where id >= 100000 and number > 10000;
     insert into procurement_line (tenant_id, procurement_id, description, supplier_id)
       select tenant_id, id, 'line ' || line, tenant_id * 100 + number % 50
       from procurement, generate_series(1, 3) as line where id >= 100000 and number > 10000;
     insert into timeline (tenant_id, id) overriding system value
       select t, t * 100000 + ${documentsPerTenant} + n from generate_series(1, ${tenants}) t, generate_series(1, 5) n;
     insert into contract (tenant_id, id, timeline_id, creator_id, name, category) overriding system value
       select t, t * 100 + n, t * 100000 + ${documentsPerTenant} + n, t * 100 + 1, 'contract ' || n,
         (array['service', 'license', 'leasing', 'rental', 'support'])[n]
       from generate_series(1, ${tenants}) t, generate_series(1, 5) n;
     insert into supplier (tenant_id, id, name, city) overriding system value
       select t, t * 100000 + n, 'Händler ' || n || ' ' || left(md5(n::text), 6), 'Köln'
       from generate_series(1, ${tenants}) t, generate_series(1, ${documentsPerTenant}) n;
     update procurement set contract_id = tenant_id * 100 + 1 + number % 5 where number > 10000 and number % 40 = 0;
     select app.list_documents(tenant_id, 'procurement', array_agg(id)) from procurement group by tenant_id;
     insert into timeline (tenant_id, id) overriding system value
       select t, t * 100000 + 50000 + n from generate_series(1, ${tenants}) t, generate_series(1, ${documentsPerTenant}) n;
     insert into invoice (tenant_id, id, timeline_id, running_number, number_printed, name, status, creator_id, client_id, cost_center_id, created_at)
       overriding system value
       select t, t * 100000 + n, t * 100000 + 50000 + n, 20000 + n, 'RE-' || n, 'invoice ' || n,
         (array['approval', 'completed', 'accounting', 'declined', 'export', 'financial-approval', 'clearing'])[1 + n % 7],
         t * 100 + 1 + n % 10, case when n % 4 = 0 then ${client} end, null, now() - n * interval '1 hour'
       from generate_series(1, ${tenants}) t, generate_series(1, ${documentsPerTenant}) n;
     insert into timeline_entry (tenant_id, timeline_id, invoice_id, entry_no, type, lb_user_id, text_type)
       select tenant_id, timeline_id, id, step, 'invoice-manual-check', tenant_id * 100 + 1 + (running_number + step) % 10,
         (array['past', 'present', 'future'])[step]
       from invoice, generate_series(1, 3) as step where id >= 100000;
     insert into invoice_line (tenant_id, invoice_id, description)
       select tenant_id, id, 'line ' || line from invoice, generate_series(1, 3) as line where id >= 100000;
     select app.list_documents(tenant_id, 'contract', array_agg(id)) from contract group by tenant_id;
     select app.list_documents(tenant_id, 'invoice', array_agg(id)) from invoice group by tenant_id;
     commit;`,
  );
  await owner.query('vacuum analyze');
}

/**
 * Twenty suppliers of each tenant's invoices, all of one company, and a run every other day that exported 25 of them
 * online.
 */
export async function fillExports(owner: pg.Client, client: string): Promise<void> {
  await owner.query(
    `begin;
     set local session_replication_role = replica;
     update invoice set supplier_id = tenant_id * 100000 + 1 + running_number % 20, client_id = ${client} where running_number > 20000;
     select app.list_documents(tenant_id, 'invoice', array_agg(id)) from invoice group by tenant_id;
     insert into invoice_export_run (tenant_id, id, running_number, client_id, target, state, ended_at) overriding system value
       select t, t * 1000 + n, n, ${client}, 'datev', 'done', now() - n * interval '2 days'
       from generate_series(1, ${tenants}) t, generate_series(1, 40) n;
     insert into invoice_export_transfer (tenant_id, id, invoice_export_run_id, group_key, state, ended_at) overriding system value
       select tenant_id, id, id, '2026-10', 'ended', now() from invoice_export_run where id > 1000;
     insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id, state, ended_at, found, invoice_export_transfer_id)
       select tenant_id, tenant_id * 1000 + 1 + running_number % 40, id, 'exported', now(),
         case when running_number % 3 = 0 then 'unknown' else 'arrived' end, tenant_id * 1000 + 1 + running_number % 40
       from invoice where running_number > 20000;
     commit;`,
  );
  await owner.query('vacuum analyze');
}

/** Three hundred contracts per tenant, only in the list of documents. */
export async function fillContracts(owner: pg.Client): Promise<void> {
  await owner.query(
    `begin;
     set local session_replication_role = replica;
     insert into document (tenant_id, kind, id, timeline_id, name, status, creator_id, currency, total_netto, created_at, company_currency, company_netto, committed_netto)
       select t, 'contract', t * 100000000 + n, t * 100000000 + n, 'contract ' || n, 'active', t * 100 + 1, 'EUR', n, now() - n * interval '1 hour', 'EUR', n, n * 12
       from generate_series(1, ${tenants}) t, generate_series(1, 300) n;
     commit;`,
  );
  await owner.query('vacuum analyze document');
}

import pg from 'pg';
import { withData } from '../../src/app/server/one-off.ts';
import { readConfiguration } from '../../src/platform/server/configuration.ts';
import { todayInSql } from '../support/today.ts';

/**
 * Runs one transaction as superuser of the product under test: for changes that the product does not support, or
 * cannot undo.
 */
export async function inDatabase<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const configuration = readConfiguration({ DATA_DIR: process.env.KONTOR_JOURNEYS_DATA });
  return await withData(configuration, async ({ ownerUrl }) => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query('begin');
      const result = await work(owner);
      await owner.query('commit');
      return result;
    } finally {
      await owner.end();
    }
  });
}

export interface OwnInvoice {
  readonly status: string;
  readonly number: string;
  readonly day: string;
  readonly net: string;
  readonly gross: string;
}

/** Adds invoices of an order. */
export async function addInvoices(order: number, invoices: readonly OwnInvoice[]): Promise<void> {
  await inDatabase(async (owner) => {
    for (const { status, number, day, net, gross } of invoices) {
      await owner.query(
        `with document as (select tenant_id, id, creator_id, client_id from procurement where id = $1),
           started as (insert into timeline (tenant_id) select tenant_id from document returning id)
         insert into invoice (tenant_id, timeline_id, creator_id, client_id, procurement_id, status, number_printed,
             invoice_date, total_netto, total_tax, total_brutto)
         select d.tenant_id, s.id, d.creator_id, d.client_id, d.id, $2, $3, $4, $5, $6::numeric - $5::numeric, $6
         from document d, started s`,
        [order, status, number, day, net, gross],
      );
    }
  });
}

const approverTables = ['cost_center_approver', 'department_approver', 'supplier_approver'] as const;

/** Removes all approvers, until the returned function restores them. */
export async function dismissApprovers(): Promise<() => Promise<void>> {
  const kept = await inDatabase(async (owner) => {
    const { rows: companies } = await owner.query('select id, min_approval from client');
    await owner.query('update client set min_approval = 0');
    const approvers = [];
    for (const table of approverTables)
      approvers.push({ table, rows: (await owner.query(`delete from ${table} returning *`)).rows });
    return { companies, approvers };
  });
  return () =>
    inDatabase(async (owner) => {
      for (const { id, min_approval } of kept.companies)
        await owner.query('update client set min_approval = $2 where id = $1', [id, min_approval]);
      for (const { table, rows } of kept.approvers) {
        await owner.query(
          `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(rows)],
        );
      }
    });
}

/**
 * A cost center of the requester's place with a budget of 100 and a required approver, whose company requires this
 * approval until `endSmallBudget`.
 */
export async function addSmallBudget({
  number,
  name,
  approver,
}: Readonly<Record<'number' | 'name' | 'approver', string>>): Promise<void> {
  await inDatabase(async (owner) => {
    await owner.query(
      `with asking as (select * from lb_user where email = 'requester@demo.test'),
         center as (insert into cost_center (tenant_id, number, name) select tenant_id, $1, $2 from asking returning tenant_id, id),
         ofClient as (insert into cost_center_client (tenant_id, cost_center_id, client_id)
           select tenant_id, c.id, a.client_id from center c join asking a using (tenant_id)),
         ofDepartment as (insert into department_cost_center (tenant_id, department_id, cost_center_id)
           select tenant_id, a.department_id, c.id from center c join asking a using (tenant_id)),
         approved as (insert into cost_center_approver (tenant_id, cost_center_id, lb_user_id, is_required)
           select tenant_id, c.id, u.id, true from center c join lb_user u using (tenant_id) where u.email = $3)
       insert into budget (tenant_id, cost_center_id, name, value, start, "end")
         select tenant_id, id, $2, 100, ${todayInSql} - 30, ${todayInSql} + 30 from center`,
      [number, name, approver],
    );
    await owner.query(
      `update client c set when_budget_exceeded = 'additional_approval' from lb_user u
       where u.tenant_id = c.tenant_id and u.client_id = c.id and u.email = 'requester@demo.test'`,
    );
  });
}

/** The companies of the demo ask for a confirmation only, as initially. */
export async function endSmallBudget(number: string): Promise<void> {
  await inDatabase(async (owner) => {
    await owner.query('update client set when_budget_exceeded = default');
    await owner.query('update cost_center set active = false where number = $1', [number]);
  });
}

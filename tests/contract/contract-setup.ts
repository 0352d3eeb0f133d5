import { randomUUID } from 'node:crypto';
import { reminderJobs } from '../../src/features/contract/server/reminders.ts';
import type { TestDatabase } from '../support/database.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { switchModulesOn } from '../support/switched-modules.ts';
import { withoutApprovers } from '../support/without-approvals.ts';

export const publicUrl = 'https://kontor.test';

export interface Contract {
  readonly id: number;
  readonly status: string;
  readonly timeline: {
    readonly content_version: number;
    readonly timeline_entries: readonly { readonly message_code: string | null }[];
  };
  readonly [column: string]: unknown;
}

const shown = `id status end_date termination_deadline terminated_on notice_form
  timeline { content_version timeline_entries(order_by: { entry_no: asc }) { type status message_code comment lb_user { name } } }`;

/** One year from the beginning of 2026, then renewed yearly unless notice arrives three months before. */
export const terms = {
  term_type: 'fixed',
  start_date: '2026-01-01',
  duration: '12',
  duration_unit_type: 'month',
  renewal_type: 'auto',
  renewal_duration: '1',
  renewal_duration_unit_type: 'year',
  notice_period: '3',
  notice_period_unit_type: 'month',
};

export interface MailRow {
  readonly subject: string;
  readonly recipient: string;
  readonly text_body: string;
}

/** Actions without version conflicts. */
const withoutVersion = ['acknowledge', 'add_reminder', 'remove_reminder', 'dismiss_proposals', 'read_again'];

/** Ends the demo's contracts, which a job of a day in decades would renew for as many years. */
export async function withoutDemoContracts(
  db: Pick<TestDatabase, 'sql'> | Pick<ContractSetup, 'sql'>,
): Promise<void> {
  await db.sql(
    "begin; set local session_replication_role = replica; update contract set status = 'expired'; commit",
  );
}

/** The demo with contracts switched on; the admin is responsible, and no approval is required. */
export class ContractSetup {
  readonly demo: DemoWeb;
  readonly admin: WebCaller;
  readonly parties: Readonly<
    Record<'client_id' | 'department_id' | 'cost_center_id' | 'supplier_id' | 'responsible_id', number>
  >;

  private constructor(demo: DemoWeb, admin: WebCaller, parties: ContractSetup['parties']) {
    this.demo = demo;
    this.admin = admin;
    this.parties = parties;
  }

  static async open(): Promise<ContractSetup> {
    const demo = await demoWeb();
    const sql = demo.web.sql.bind(demo.web);
    await switchModulesOn({
      query: async (text, values) => ({ rows: await sql(text, values), rowCount: null }),
    });
    await sql(
      `update lb_user set roles = roles || '{user-insert-contract,user-change-contract,user-see-contracts}'::text[]
       where email = 'admin@demo.test'`,
    );
    await sql('update client set min_approval = 0, separate_signature = false');
    await withoutApprovers({ sql });
    const admin = await demo.person('admin@demo.test');
    const [row] = await sql<Record<'client_id' | 'department_id' | 'cost_center_id' | 'supplier_id', string>>(
      `select client_id, department_id, cost_center_id,
         (select min(id) from supplier where tenant_id = $1) as supplier_id
       from lb_user where id = $2`,
      [admin.context.tenantId, admin.context.userId],
    );
    return new ContractSetup(demo, admin, {
      client_id: Number(row?.client_id),
      department_id: Number(row?.department_id),
      cost_center_id: Number(row?.cost_center_id),
      supplier_id: Number(row?.supplier_id),
      responsible_id: admin.context.userId,
    });
  }

  async close(): Promise<void> {
    await this.demo.close();
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return await this.demo.web.sql<Row>(text, values as never);
  }

  async save(input: Record<string, unknown>): Promise<Contract> {
    const { contract_save } = await this.admin.get<{ contract_save: Contract }>(
      `mutation ($key: uuid!, $id: bigint, $version: Int, $head: contract_save_head_input, $lines: [contract_save_lines_input!]) {
        contract_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head, lines: $lines) { ${shown} } }`,
      { key: randomUUID(), lines: [], ...input },
    );
    return contract_save;
  }

  /** `given` contains further arguments as GraphQL text, such as `type: custom`. */
  mutation(contract: Contract, action: string, given = ''): string {
    const version = withoutVersion.includes(action)
      ? ''
      : `, expected_version: ${contract.timeline.content_version}`;
    return `mutation { contract_${action}(idempotency_key: "${randomUUID()}", id: ${contract.id}${version} ${given}) { ${shown} } }`;
  }

  async act(contract: Contract, action: string, given = '', person = this.admin): Promise<Contract> {
    const answer = await person.get<Record<string, Contract>>(this.mutation(contract, action, given));
    const result = answer[`contract_${action}`];
    if (!result) throw new Error(`${action} returned nothing`);
    return result;
  }

  async signed(
    head: Record<string, unknown> = terms,
    lines: readonly Record<string, unknown>[] = [],
  ): Promise<Contract> {
    const made = await this.save({ head: { name: 'Wartung Krane', ...this.parties, ...head }, lines });
    return await this.act(await this.act(await this.act(made, 'to_check'), 'to_signing'), 'sign');
  }

  /** Changes the terms of a contract by an amendment (CON-38). */
  async amended(
    contract: Contract,
    head: Record<string, unknown>,
    lines: readonly Record<string, unknown>[] = [],
  ): Promise<void> {
    const { id, timeline } = await this.act(contract, 'amend');
    const changed = await this.save({ id, version: timeline.content_version, head, lines });
    await this.act(await this.act(await this.act(changed, 'to_check'), 'to_signing'), 'sign');
  }

  /** Runs the job as of a day at six in the morning. */
  async remind(day: string): Promise<number> {
    const { remind_of_contracts: handler } = reminderJobs({
      database: this.demo.web.database,
      clock: { now: () => new Date(`${day}T06:00:00+02:00`) },
      publicUrl,
    });
    const job = { id: 1, kind: 'remind_of_contracts', input: {}, context: this.admin.context };
    if (!handler) throw new Error('there is no such job');
    return ((await handler(job as never)) as { reminded: number }).reminded;
  }

  async mails(contract: Contract): Promise<readonly MailRow[]> {
    return await this.sql<MailRow>(
      "select subject, recipient, text_body from mail where contract_id = $1 and kind = 'reminder' order by id",
      [contract.id],
    );
  }

  async due(contract: Contract) {
    return await this.sql<{ id: string; type: string; day: string; decision: string | null }>(
      'select id, type, day::text, decision from contract_due_reminder where contract_id = $1 order by id',
      [contract.id],
    );
  }

  /** Whether the contract is among a person's tasks, with the query of the overview. */
  async isTask(contract: Contract, person = this.admin): Promise<boolean> {
    const { document } = await person.get<{ document: readonly { id: number }[] }>(
      `query ($me: bigint!) { document(where: { has_tasks: { _eq: true }, kind: { _eq: "contract" },
        reminded_ids: { _contains: [$me] } }) { id } }`,
      { me: person.context.userId },
    );
    return document.some(({ id }) => id === contract.id);
  }
}

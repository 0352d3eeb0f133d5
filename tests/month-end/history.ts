import type pg from 'pg';
import type { Office } from '../isolation/people.ts';
import { events } from './events.ts';
import { type Line, type ModelInvoice, OrderModel, type Snapshot } from './model.ts';

/** Deterministic random numbers from a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Surroundings {
  readonly office: Office;
  readonly client: string;
  readonly suppliers: readonly string[];
  readonly costCenters: readonly string[];
}

/** The test tenants' day begins before that of UTC. */
export const today = "(now() at time zone 'Europe/Berlin')::date";

/**
 * An order and its events over several days. Time stays today: instead of passing a day, all stored data is moved
 * back. Besides the database, the model records the state after each event.
 */
export class History {
  readonly #random: () => number;
  readonly #fixture: Surroundings;
  readonly model = new OrderModel();
  readonly id: string;
  readonly #rate: string;
  readonly reported: string[] = [];
  /** Days since the start. */
  day = 0;

  private constructor(fixture: Surroundings, random: () => number, id: string, rate: string) {
    this.#fixture = fixture;
    this.#random = random;
    this.id = id;
    this.#rate = rate;
  }

  static async begin(fixture: Surroundings, random: () => number): Promise<History> {
    const { office, client, suppliers, costCenters } = fixture;
    const isForeign = random() < 0.3;
    const rate = isForeign ? '0.913700' : '1';
    const order = await office.add('procurement', {
      timeline_id: (await office.add('timeline')).id,
      client_id: client,
      cost_center_id: costCenters[0],
      status: 'approved',
      number: String(100_000 + Math.floor(random() * 1e8)),
      currency: isForeign ? 'USD' : 'EUR',
      exchange_rate: isForeign ? rate : null,
      type: random() < 0.3 ? 'recurring_invoice' : 'single_invoice',
    });
    const history = new History(fixture, random, order.id ?? '', rate);
    for (const supplier of suppliers)
      await office.add('procurement_supplier_order', {
        procurement_id: history.id,
        supplier_id: supplier,
        state: 'open',
      });
    for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) await history.#addLine();
    if (random() < 0.3) await history.#addLine('freight');
    await history.look();
    return history;
  }

  /** Performs a random event, if possible now. */
  async step(): Promise<void> {
    const names = Object.keys(events);
    const name = names[Math.floor(this.#random() * names.length)] ?? '';
    if (!(await events[name]?.(this))) return;
    this.reported.push(`day ${this.day}: ${name}`);
    await this.look();
  }

  /** Records the current state in the model. */
  async look(): Promise<void> {
    this.model.keep(this.day, await this.#snapshot(), await this.#invoices());
  }

  async nextDay(): Promise<void> {
    const days = 1 + Math.floor(this.#random() * 3);
    this.day += days;
    await this.#moveBack(days);
  }

  async #moveBack(days: number): Promise<void> {
    const { owner } = this.#fixture.office;
    const span = `interval '${days} days'`;
    await owner.query('begin');
    await owner.query("set local session_replication_role = 'replica'");
    for (const [table, ...columns] of [
      ['order_movement', 'day', 'settled_on'],
      ['goods_receipt', 'received_at'],
      ['procurement_supplier_order', 'sent_at'],
      ['timeline_entry', 'completed_at'],
      ['procurement_line', 'created_at'],
    ] as const) {
      for (const column of columns) {
        const moved =
          column === 'day' || column === 'settled_on' ? `${column} - ${days}` : `${column} - ${span}`;
        await owner.query(`update ${table} set ${column} = ${moved} where procurement_id = $1`, [this.id]);
      }
    }
    await owner.query(
      `update invoice set invoice_date = invoice_date - ${days} where procurement_id = $1 or id in (
         select l.invoice_id from invoice_line l join procurement_line o on o.tenant_id = l.tenant_id and o.id = l.procurement_line_id
         where o.procurement_id = $1)`,
      [this.id],
    );
    await owner.query('commit');
  }

  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
    return this.#fixture.office.owner.query<Row>(text, [...values]).then(({ rows }) => rows);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<One>(some: readonly One[]): One | undefined {
    return some[Math.floor(this.#random() * some.length)];
  }

  amount(max: number): number {
    return Math.round(this.#random() * max * 100) / 100;
  }

  get costCenters(): readonly string[] {
    return this.#fixture.costCenters;
  }

  lines() {
    return this.query<{
      id: string;
      kind: string;
      quantity: string | null;
      quantity_received: string;
      total_netto: string;
      order_state: string | null;
    }>(
      'select id, kind, quantity, quantity_received, total_netto, order_state from procurement_line where procurement_id = $1 order by id',
      [this.id],
    );
  }

  async status(): Promise<string> {
    return (
      (await this.query<{ status: string }>('select status from procurement where id = $1', [this.id]))[0]
        ?.status ?? ''
    );
  }

  async entry(type: string): Promise<void> {
    const [order] = await this.query<{ timeline_id: string }>(
      'select timeline_id from procurement where id = $1',
      [this.id],
    );
    await this.query(
      `insert into timeline_entry (tenant_id, timeline_id, procurement_id, entry_no, type, status, text_type, completed_at)
       select 1, $1, $2, coalesce(max(entry_no), -1) + 1, $3, 'approved', 'past', now() from timeline_entry where timeline_id = $1`,
      [order?.timeline_id, this.id, type],
    );
  }

  async addLine(): Promise<void> {
    await this.#addLine();
  }

  async #addLine(kind = 'item'): Promise<void> {
    const { office, suppliers, costCenters } = this.#fixture;
    await office.add('procurement_line', {
      procurement_id: this.id,
      kind,
      quantity: String(1 + Math.floor(this.#random() * 9)),
      total_netto: String(this.amount(500)),
      supplier_id: this.pick(suppliers),
      cost_center_id: this.chance(0.6) ? (this.pick(costCenters) ?? null) : null,
    });
    await this.#total();
  }

  async #total(): Promise<void> {
    await this.query(
      `update procurement p set total_netto = s.net, total_brutto = s.net from (
         select coalesce(sum(total_netto), 0) as net from procurement_line where procurement_id = $1) s where p.id = $1`,
      [this.id],
    );
  }

  total(): Promise<void> {
    return this.#total();
  }

  async addInvoice(
    isHeadLinked: boolean,
    links: readonly { line: string | null; net: number }[],
    daysAgo: number,
  ) {
    const { office, client } = this.#fixture;
    const net = Math.round(links.reduce((sum, one) => sum + one.net, 0) * 100) / 100;
    const isForeign = this.#rate !== '1';
    const invoice = await office.add('invoice', {
      timeline_id: (await office.add('timeline')).id,
      client_id: client,
      procurement_id: isHeadLinked ? this.id : null,
      status: 'open',
      total_netto: String(net),
      total_brutto: String(net),
      currency: isForeign ? 'USD' : 'EUR',
      exchange_rate: isForeign ? '0.925100' : null,
    });
    for (const { line, net: own } of links)
      await office.add('invoice_line', {
        invoice_id: invoice.id,
        procurement_line_id: line,
        total_netto: String(own),
      });
    await this.query(
      `update invoice set status = 'approval', invoice_date = ${today} - ${daysAgo} where id = $1`,
      [invoice.id],
    );
  }

  invoiceIds() {
    return this.query<{ id: string; status: string }>(
      `select distinct i.id, i.status from invoice i left join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
       left join procurement_line o on o.tenant_id = l.tenant_id and o.id = l.procurement_line_id
       where i.procurement_id = $1 or o.procurement_id = $1 order by i.id`,
      [this.id],
    );
  }

  async #snapshot(): Promise<Snapshot> {
    const [order] = await this.query<{
      status: string;
      completely_invoiced: boolean;
      is_sent: boolean;
      cost_center_id: string | null;
    }>(
      `select p.status, p.completely_invoiced, p.cost_center_id, exists (select from timeline_entry e
         where e.procurement_id = p.id and e.type = 'send-order' and e.status = 'approved') as is_sent
       from procurement p where p.id = $1`,
      [this.id],
    );
    const rows = await this.query<Line & { cost_center_id: string | null; has_been_sent: boolean }>(
      `select l.id, l.kind, l.quantity::text, l.quantity_received::text, l.total_netto::text, l.order_state, l.cost_center_id,
         o.sent_at is not null as has_been_sent
       from procurement_line l left join procurement_supplier_order o on o.tenant_id = l.tenant_id
         and o.procurement_id = l.procurement_id and o.supplier_id = l.supplier_id
       where l.procurement_id = $1`,
      [this.id],
    );
    if (!order) throw new Error('the order is gone');
    const lines = rows.map((row) => ({ ...row, cost_center_id: row.cost_center_id ?? order.cost_center_id }));
    return { ...order, rate: this.#rate, lines };
  }

  async #invoices(): Promise<ModelInvoice[]> {
    const rows = await this.query<Omit<ModelInvoice, 'day'> & { days_ago: number }>(
      `select i.id, i.procurement_id = $1 as "isHeadLinked", ${today} - i.invoice_date as days_ago, i.total_netto::text as net,
         coalesce(i.exchange_rate, 1)::text as rate, coalesce(json_agg(json_build_object('line', l.procurement_line_id::text,
           'net', l.total_netto::text)) filter (where l.procurement_line_id is not null), '[]') as links
       from invoice i left join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
       where i.id = any ($2) and (i.status = 'accounting' or i.status = 'approval' and i.total_netto >= 0) group by i.tenant_id, i.id`,
      [this.id, (await this.invoiceIds()).map(({ id }) => id)],
    );
    return rows.map(({ days_ago, ...row }) => ({
      ...row,
      isHeadLinked: row.isHeadLinked === true,
      day: this.day - days_ago,
    }));
  }
}

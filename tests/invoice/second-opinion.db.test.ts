import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoWeb, demoWeb } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { thisYear } from '../support/today.ts';

/** The test's own record of an invoice; amounts in cents. */
interface Kept {
  readonly id: number;
  readonly type: 'invoice' | 'credit_note' | 'prepayment' | 'final';
  readonly hasOrder: boolean;
  readonly cents: number;
  readonly corrects: number | null;
  /** Whether its cost center differs from that of all others. */
  readonly isElsewhere: boolean;
  status: string;
  /** The invoices deducted by a booked final invoice. */
  deducted: readonly Kept[] | null;
}

const statuses = [
  'open',
  'approval',
  'financial-approval',
  'clearing',
  'accounting',
  'export',
  'completed',
  'declined',
];
const ordered = 10_000_000;

let demo: DemoWeb;
let tenant: number;
let order: number;
let center: number;
let elsewhere: number;
let kept: Kept[] = [];

beforeAll(async () => {
  demo = await demoWeb();
  const { context } = await demo.person('accountant@demo.test');
  tenant = context.tenantId;
  const [made] = await demo.web.sql<{ id: string; center: string; elsewhere: string }>(
    `with begun as (insert into timeline (tenant_id) values ($1) returning id),
       center as (insert into cost_center (tenant_id, number, name) values ($1, '9800', 'Zweite Meinung') returning id),
       elsewhere as (insert into cost_center (tenant_id, number, name) values ($1, '9801', 'Anderswo') returning id)
     insert into procurement (tenant_id, timeline_id, creator_id, name, status, client_id, number, total_netto, total_brutto)
       select $1, begun.id, $2, 'Anlage', 'ordered', (select min(id) from client where tenant_id = $1), 80000 + begun.id,
         100000, 100000 from begun returning id, (select id from center) as center, (select id from elsewhere) as elsewhere`,
    [tenant, context.userId],
  );
  order = Number(made?.id);
  center = Number(made?.center);
  elsewhere = Number(made?.elsewhere);
});
afterAll(() => demo.close());

/** Reproducible random numbers from a seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

async function bring(draw: (below: number) => number): Promise<void> {
  const type = (['invoice', 'credit_note', 'prepayment', 'final'] as const)[draw(4)] ?? 'invoice';
  const candidates = kept.filter((one) => one.cents > 0);
  const corrected =
    type === 'credit_note' && draw(4) > 0 ? candidates[draw(candidates.length || 1)] : undefined;
  const hasOrder = corrected?.hasOrder ?? draw(3) > 0;
  const amount = 100 + draw(100_000);
  const cents = type === 'credit_note' ? -Math.min(amount, corrected?.cents ?? amount) : amount;
  const isElsewhere = type === 'credit_note' && draw(4) === 0;
  const status = statuses[draw(statuses.length)] ?? 'open';
  const [row] = await demo.web.sql<{ id: string }>(
    `with begun as (insert into timeline (tenant_id) values ($1) returning id)
     insert into invoice (tenant_id, timeline_id, creator_id, status, client_id, procurement_id, cost_center_id, document_type,
       invoice_date, currency, total_netto, total_tax, total_brutto, corrects_invoice_id)
     select $1, begun.id, (select min(id) from lb_user where tenant_id = $1), $2, (select min(id) from client where tenant_id = $1),
       $3, $4, $5, $6, 'EUR', $7, 0, $7, $8 from begun returning id`,
    [
      tenant,
      status,
      hasOrder ? order : null,
      isElsewhere ? elsewhere : center,
      type,
      `${thisYear()}-05-05`,
      cents / 100,
      corrected?.id ?? null,
    ],
  );
  const one = { type, hasOrder, cents, corrects: corrected?.id ?? null, isElsewhere, status, deducted: null };
  kept.push(booked({ id: Number(row?.id), ...one }));
}

async function move(draw: (below: number) => number): Promise<void> {
  const one = kept[draw(kept.length || 1)];
  if (!one) return;
  const status = statuses[draw(statuses.length)] ?? 'open';
  const written = demo.web.sql('update invoice set status = $2 where id = $1', [one.id, status]);
  const isDeducted = kept.some(({ deducted }) => deducted?.includes(one));
  if (isDeducted && counts(one) && !counts({ status })) {
    await expect(written).rejects.toThrow('prepayment_taken_off');
    return;
  }
  await written;
  one.status = status;
  booked(one);
}

/** Freezes the deductions of a final invoice while it is booked. */
function booked(one: Kept): Kept {
  const isBooked = one.type === 'final' && one.status === 'completed';
  one.deducted = isBooked ? (one.deducted ?? deductedBy(one)) : null;
  return one;
}

const counts = ({ status }: Pick<Kept, 'status'>) => status !== 'open' && status !== 'declined';

/** The budget used by an invoice, computed from the specification (BUD-04, INV-22, INV-31). */
function taken(one: Kept): number {
  if (!counts(one)) return 0;
  if (one.type === 'credit_note') {
    const corrected = kept.find(({ id }) => id === one.corrects);
    const isApproved = ['accounting', 'export', 'completed'].includes(one.status);
    const isWithin = corrected === undefined || (counts(corrected) && !one.isElsewhere);
    return isApproved && isWithin ? one.cents : 0;
  }
  if (one.type !== 'final') return one.cents;
  return Math.max(
    0,
    one.cents - (one.deducted ?? deductedBy(one)).reduce((sum, { cents }) => sum + cents, 0),
  );
}

/** The deductions of the first final invoice of the order: its prepayment invoices and their credit notes. */
function deductedBy(one: Kept): readonly Kept[] {
  const isLater = kept.some(
    (other) => other.type === 'final' && other.hasOrder && other.id < one.id && counts(other),
  );
  if (!one.hasOrder || isLater) return [];
  const advances = kept.filter(({ type, hasOrder }) => type === 'prepayment' && hasOrder);
  const corrections = kept.filter(({ corrects }) => advances.some(({ id }) => id === corrects));
  return [...advances, ...corrections].filter((other) => taken(other) !== 0);
}

const sumOf = (some: readonly Kept[]) => some.reduce((sum, one) => sum + taken(one), 0);

it.each(Array.from({ length: inDepth(3, 10) }, (_, place) => place + 1))(
  'BUD-04 INV-22 INV-31 open value and used budget equal an independent calculation after random actions (%i)',
  async (seed) => {
    await demo.web.sql(
      `update invoice set status = 'open' where document_type = 'final' and (procurement_id = $1 or cost_center_id = any ($2))`,
      [order, [center, elsewhere]],
    );
    await demo.web.sql(
      'update invoice set corrects_invoice_id = null where procurement_id = $1 or cost_center_id = any ($2)',
      [order, [center, elsewhere]],
    );
    await demo.web.sql('delete from invoice where procurement_id = $1 or cost_center_id = any ($2)', [
      order,
      [center, elsewhere],
    ]);
    kept = [];
    const draw = drawing(seed * 7_919);
    for (let step = 0; step < inDepth(25, 100); step += 1) {
      await (kept.length < 3 || draw(3) > 0 ? bring(draw) : move(draw));
      const [row] = await demo.web.sql<{ open: string; used: string }>(
        `select round(p.open_value * 100)::text as open, (select coalesce(round(sum(b.net) * 100), 0)::text from budget_amount b
           where b.tenant_id = p.tenant_id and b.cost_center_id = any ($2) and b.procurement_id is null) as used
         from procurement p where p.id = $1`,
        [order, [center, elsewhere]],
      );
      expect([step, Number(row?.open), Number(row?.used)]).toEqual([
        step,
        ordered - sumOf(kept.filter(({ hasOrder }) => hasOrder)),
        sumOf(kept.filter(({ hasOrder }) => !hasOrder)),
      ]);
    }
  },
);

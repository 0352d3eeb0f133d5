import { randomUUID } from 'node:crypto';
import { Refused } from '../../../src/base/refusal.ts';
import { startExport } from '../../../src/features/accounting-export/server/runs/start.ts';
import { orderWithdrawal } from '../../../src/features/accounting-export/server/runs/withdraw.ts';
import { invoiceFields, invoiceLineFields } from '../../../src/features/invoice/fields.ts';
import { actionInputs } from '../../../src/features/invoice/server/commands.ts';
import { runJob } from '../../../src/platform/server/jobs/jobs.ts';
import type { Caller } from '../../support/demo-api.ts';
import type { Answer } from '../../support/playing.ts';
import { inField } from '../../support/playing-fields.ts';
import { asked, callerNamed, takenOf } from '../../support/playing-people.ts';
import { today } from '../../support/today.ts';
import { checkable } from '../invoices.ts';
import { type InvoiceFixture, known, lookAtAll } from './fixture.ts';
import { happen } from './happenings.ts';
import type { Seen, SeenLine } from './look.ts';
import type { Act, Bring, Edit, Export, Move } from './moves.ts';

/** Executes the move and reads the invoices afterwards. */
export async function take(fixture: InvoiceFixture, move: Move): Promise<Answer> {
  fixture.before = fixture.after;
  fixture.caller = null;
  const answer = move.kind === 'world' ? await happen(fixture, move) : await taken(fixture, move);
  fixture.after = await lookAtAll(fixture);
  return answer;
}

async function taken(fixture: InvoiceFixture, move: Exclude<Move, { kind: 'world' }>): Promise<Answer> {
  const invoice = invoiceOf(fixture, move.on);
  const name = move.who === 'holder' ? (invoice.holder ?? 'accountant') : move.who;
  const caller = callerNamed(fixture, name, move.by);
  fixture.caller = caller;
  if (move.kind === 'bring') return await bring(fixture, caller, move, invoice);
  if (move.kind === 'export') return await exported(fixture, caller, move, invoice);
  return move.kind === 'act'
    ? await act(fixture, caller, move, invoice)
    : await edit(fixture, caller, move, invoice);
}

function invoiceOf({ invoices, after }: InvoiceFixture, on: number): Seen {
  const seen = after.get(invoices[on % invoices.length] ?? 0);
  if (!seen) throw new Error('a game begins with an invoice');
  return seen;
}

const argumentTypes: Readonly<Record<string, string>> = {
  idempotency_key: 'uuid!',
  id: 'bigint!',
  expected_version: 'Int!',
  comment: 'String',
  confirmations: '[String!]',
  person_id: 'bigint',
  mention_ids: '[bigint!]',
  head: 'invoice_save_head_input',
  lines: '[invoice_save_lines_input!]',
};

function call(command: string, input: Record<string, unknown>) {
  const variables: Record<string, unknown> = { idempotency_key: randomUUID(), ...input };
  const names = Object.keys(variables);
  const typeOf = (name: string) => argumentTypes[name]?.replace(command === 'save' ? /(?<=t)!$/ : /$^/, '');
  const declared = names.map((name) => `$${name}: ${typeOf(name)}`).join(', ');
  const passed = names.map((name) => `${name}: $${name}`).join(', ');
  return { query: `mutation (${declared}) { invoice: invoice_${command}(${passed}) { id } }`, variables };
}

/** The actions that move on from each step, in the order of attempts. */
const onward: Readonly<Record<string, readonly string[]>> = {
  'invoice-manual-check': ['to_approval', 'to_accounting'],
  'invoice-clearing': ['to_approval', 'to_accounting'],
  'invoice-financial-approval': ['approve'],
  'invoice-accounting': ['to_export', 'to_approval'],
  'invoice-recognition': ['skip_recognition'],
};

async function act(
  fixture: InvoiceFixture,
  caller: Caller,
  { action, person, confirms }: Act,
  invoice: Seen,
): Promise<Answer> {
  if (action === 'onward' && invoice.step === 'invoice-export')
    return await exported(fixture, caller, { what: 'one' }, invoice);
  const ways = action === 'onward' ? (onward[invoice.step ?? ''] ?? ['send_to_clearing']) : [action];
  const given: Record<string, unknown> = {
    id: invoice.id,
    expected_version: invoice.version,
    comment: 'Geprüft.',
    person_id: action === 'onward' ? null : fixture.callers.get(person)?.context.userId,
    mention_ids: [fixture.callers.get(person)?.context.userId],
  };
  const answers: Answer[] = [];
  for (const command of ways) {
    const takes = Object.keys(actionInputs[command as keyof typeof actionInputs].shape);
    const input = Object.fromEntries(Object.entries(given).filter(([name]) => takes.includes(name)));
    const answer = await asked(caller, command, (all) => call(command, all), input, confirms);
    if (takenOf(answer) !== null) return answer;
    answers.push(answer);
  }
  return answers[0] ?? 'nothing';
}

async function edit(
  fixture: InvoiceFixture,
  caller: Caller,
  { field, value, place, fits }: Edit,
  { id, version, lines: before }: Seen,
): Promise<Answer> {
  const column = field.replace('lines.', '');
  if (field === 'repaired')
    return await saved(caller, id, version, { head: repaired(fixture, before, value) });
  if (field === column)
    return await saved(caller, id, version, { head: { [column]: given(fixture, field, value) } });
  const lines = await editedLines(fixture, column, value, place, before);
  const head = fits && lines.length > 0 ? { head: { total_brutto: grossOf(lines, before) } } : {};
  return await saved(caller, id, version, { lines, ...head });
}

const saved = (caller: Caller, id: number, expected_version: number, content: object): Promise<Answer> =>
  asked(caller, 'save', (all) => call('save', all), { id, expected_version, ...content }, true);

/** Valid values for an invoice with nonsensical edits. */
function repaired({ ids }: InvoiceFixture, lines: readonly SeenLine[], value: string | null): object {
  const discounts = Object.keys(invoiceFields).filter((name) => name.startsWith('discount_'));
  return {
    ...Object.fromEntries(discounts.map((name) => [name, null])),
    ...{ prepaid_amount: '0', rounding_amount: '0', payment_method: 'BANK_TRANSFER', bic: null },
    ...(value === '0' && { iban: known }),
    ...{ cost_center_id: ids.cost_center?.[Number(value)], ledger_account_id: ids.ledger_account?.[0] },
    ...{ due_date: checkable.due_date, review_status: null, paid: false, posting_key_id: null },
    ...(lines.length > 0 && {
      total_brutto: grossOf(
        lines.map(({ id }) => ({ id })),
        lines,
      ),
    }),
  };
}

/** The value that a person types or chooses. */
function given(fixture: InvoiceFixture, name: string, value: string | null): unknown {
  const field = { ...invoiceFields, ...linesFields }[name as keyof typeof invoiceFields];
  if (value === 'order') return fixture.orderId;
  return inField(
    field,
    value,
    (table, place) => (table === 'invoice' ? fixture.invoices : fixture.ids[table])?.[place] ?? null,
  );
}

const linesFields = Object.fromEntries(
  Object.entries(invoiceLineFields).map(([name, field]) => [`lines.${name}`, field]),
);

type TypedLine = Record<string, unknown>;

async function editedLines(
  fixture: InvoiceFixture,
  column: string,
  value: string | null,
  place: number,
  before: readonly SeenLine[],
): Promise<readonly TypedLine[]> {
  const kept: readonly TypedLine[] = before.map(({ id }) => ({ id }));
  if (column === 'ordered') return await orderedLines(fixture, value === 'both' ? 2 : 1);
  if (column === 'added')
    return [
      ...kept,
      {
        kind: 'item',
        description: 'Zugabe',
        quantity: '1',
        total_netto: value,
        tax_percentage: '19',
        tax_category: 'S',
      },
    ];
  return kept.flatMap((line, at) => {
    if (at !== place % kept.length) return [line];
    return column === 'removed' ? [] : [{ ...line, [column]: given(fixture, `lines.${column}`, value) }];
  });
}

/** Invoice lines for the ordered items. */
async function orderedLines({ demo, orderId }: InvoiceFixture, count: number): Promise<readonly TypedLine[]> {
  const lines = await demo.db.sql<{ id: string; description: string }>(
    'select id, description from procurement_line where procurement_id = $1 order by sort_no, id limit $2',
    [orderId, count],
  );
  return lines.map(({ id, description }) => ({
    ...{ kind: 'item', description, quantity: '1', unit_net_price: '450', total_netto: '450.00' },
    ...{ tax_percentage: '19', tax_category: 'S', procurement_line_id: Number(id) },
  }));
}

/** The gross total of the lines, computed per VAT rate. */
function grossOf(lines: readonly TypedLine[], before: readonly SeenLine[]): string {
  const known = new Map(before.map((line) => [line.id, line]));
  const nets = new Map<number, number>();
  for (const line of lines) {
    const stored = known.get(Number(line.id));
    const rate = Number(line.tax_percentage ?? stored?.tax ?? 0);
    nets.set(rate, (nets.get(rate) ?? 0) + Number(line.total_netto ?? stored?.net ?? 0));
  }
  const gross = [...nets].reduce((sum, [rate, net]) => sum + net + Math.round(net * rate) / 100, 0);
  return gross.toFixed(2);
}

const maxInvoices = 5;

async function bring(
  fixture: InvoiceFixture,
  caller: Caller,
  { what, gross }: Pick<Bring, 'what' | 'gross'>,
  other: Seen | null,
): Promise<Answer> {
  if (fixture.invoices.length >= maxInvoices) return 'nothing';
  fixture.printed += 1;
  const order = what === 'invoice' ? {} : { procurement_id: fixture.orderId };
  const kinds: Readonly<Record<Bring['what'], object>> = {
    invoice: {},
    ordered: order,
    'credit note': {
      total_brutto: `-${gross}`,
      corrects_invoice_id: other?.id ?? null,
      procurement_id: other?.procurement_id ?? null,
    },
    prepayment: { ...order, document_type: 'prepayment' },
    final: { ...order, document_type: 'final' },
  };
  const head = {
    ...{ ...checkable, payment_method: 'BANK_TRANSFER', invoice_date: today(), delivery_date: today() },
    ...{
      number_printed: `RE-${fixture.orderId}-${fixture.printed}`,
      tax: '19',
      currency: 'EUR',
      total_brutto: gross,
    },
    ...{
      supplier_id: fixture.ids.supplier?.[0],
      client_id: fixture.ids.own?.[0],
      cost_center_id: fixture.ids.cost_center?.[0],
    },
    ...{ iban: known, vat_number: 'DE136695976' },
    ...{ department_id: fixture.ids.own?.[1], ledger_account_id: fixture.ids.ledger_account?.[0] },
    ...kinds[what],
  };
  const ordered = what === 'ordered' ? await orderedLines(fixture, gross === '535.5' ? 1 : 2) : null;
  const lines = ordered && { lines: ordered, head: { ...head, total_brutto: grossOf(ordered, []) } };
  const { query, variables } = call('save', { head, ...lines });
  const { data, errors } = await caller.ask<{ invoice: { id: number } }>(query, variables);
  if (!data) return `save ${errors?.[0]?.extensions.code}`;
  fixture.invoices.push(Number(data.invoice.id));
  return 'save done';
}

/** The accountant creates the first invoice. */
export async function bringFirst(fixture: InvoiceFixture, what: Bring['what']): Promise<void> {
  fixture.caller = callerNamed(fixture, 'accountant', 'self');
  await bring(fixture, fixture.caller, { what, gross: '1071' }, null);
  fixture.after = await lookAtAll(fixture);
}

/** Requests an export, or withdraws the last one, and runs its job. */
async function exported(
  fixture: InvoiceFixture,
  { context }: Caller,
  { what }: Pick<Export, 'what'>,
  { id, client_id, left }: Seen,
): Promise<Answer> {
  const { demo, jobs, tenantId } = fixture;
  const command = what === 'withdraw' ? 'withdraw_export' : 'export';
  const run = left.findLast(({ withdrawn }) => !withdrawn)?.run;
  if (what === 'withdraw' && run === undefined) return 'nothing';
  const chosen = what === 'all' ? { client_id } : { invoice_ids: [id] };
  try {
    const jobId = await demo.db.database.inTenant(context, async (tx) => {
      if (what === 'withdraw') return await orderWithdrawal(tx, context, run ?? 0, 'Nicht eingelesen');
      return (await startExport(tx, context, { ...chosen, include_exported: what === 'again' })).jobId;
    });
    await runJob(jobs, tenantId, jobId);
    const [job] = await demo.db.sql<{ state: string }>(
      'select state from job where tenant_id = $1 and id = $2',
      [tenantId, jobId],
    );
    return job?.state === 'done' ? `${command} done` : `${command} ${job?.state}`;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `${command} ${error.refusal.code}`;
  }
}

import { type Day, dayOfInstant } from '../../../base/day.ts';
import { compareAmounts } from '../../../base/money.ts';
import { orRefuse } from '../../../base/refusal.ts';
import { outcome } from '../../../document/outcome.ts';
import { eachDocument, type LeftOut } from '../../../document/server/each-document.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { lockDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { MailingParts } from '../../../platform/server/mail/mailing-parts.ts';
import { occasionOf } from '../../../timeline/flow.ts';
import { change, remark } from '../../../timeline/operations.ts';
import { systemRemark } from '../../../timeline/task-actions.ts';
import { type PassedDay, passedDays } from '../passed.ts';
import { writeDueReminders } from './due-store.ts';
import { mailReminders } from './reminder-mail.ts';
import { inForce, servedContract } from './store.ts';

/** Contracts in force with a stored deadline or end in the past. */
const select = `select k.id from contract k
  where k.terminated_on is null and k.term_type in ('fixed', 'indefinite') and ${inForce}
    and (k.termination_deadline < $1::date or k.end_date < $1::date)
  order by k.id`;

/**
 * Records missed deadlines and renewals in the timeline, as a task and by mail (CON-33). Each contract has its own
 * transaction. Runs before the days of the contracts are updated.
 *
 * @returns locked and failing contracts, for which nothing is recorded yet
 */
export async function notifyPassedDays(parts: MailingParts, own: Context): Promise<readonly LeftOut[]> {
  const { database, clock } = parts;
  const ids = await asWriter(database, own, (tx) => findPassed(tx, clock.now()));
  return await eachDocument(servedContract.kind, ids, (id) =>
    asWriter(database, own, (tx) => notify(tx, own, parts, id)),
  );
}

async function findPassed(tx: Tx, now: Date): Promise<readonly number[]> {
  const rows = await tx.fixed<{ id: number }>(select, [await todayOf(tx, now)]);
  return rows.map(({ id }) => id);
}

async function notify(tx: Tx, own: Context, { clock, publicUrl }: MailingParts, id: number): Promise<void> {
  const today = await todayOf(tx, clock.now());
  const document = await lockDocument(tx, own, servedContract, id, null);
  const situation = await loadSituation(tx, own, servedContract, document, { locksBudgets: false });
  const { ofCompany } = situation.facts;
  const passed = await unrecorded(tx, id, passedDays(document, today, ofCompany));
  if (passed.length === 0) return;
  const currency = ofCompany?.currency ?? document.head.currency;
  const noted = passed.map((one) => remark(noteOf(one, currency)));
  const timeline = change(document.timeline, occasionOf(situation), ...noted);
  await saveOutcome(tx, own, servedContract, situation, orRefuse(outcome(situation, timeline)));
  await closePastReminders(tx, id, today);
  const ids = await writeDueReminders(
    tx,
    own.tenantId,
    passed.map(({ type, day, until, net }) => ({
      ...{ contractId: id, reminderId: null, interval: null, isWide: true },
      ...{ type, day, meant: day, until, atStake: net },
    })),
  );
  await mailReminders(tx, own.tenantId, publicUrl, { ids, today });
}

async function todayOf(tx: Tx, now: Date): Promise<Day> {
  const { zone } = await tx.one<{ zone: string }>('select app.time_zone() as zone');
  return dayOfInstant(now, zone);
}

/** The days that no earlier run has recorded, without deadlines with a decision. */
async function unrecorded(tx: Tx, id: number, passed: readonly PassedDay[]): Promise<readonly PassedDay[]> {
  const known = await tx.fixed<{ day: string; type: string }>(
    `select coalesce(meant, day) as day, case type when 'cancellation_notice' then 'deadline_missed' else type end as type
     from contract_due_reminder
     where contract_id = $1 and (type in ('deadline_missed', 'contract_renewed')
       or type = 'cancellation_notice' and decision in ('keep', 'renegotiate'))`,
    [id],
  );
  return passed.filter(({ type, day }) => !known.some((one) => one.type === type && one.day === day));
}

/** Closes open reminders of past deadlines; the new task replaces them. */
async function closePastReminders(tx: Tx, id: number, today: Day): Promise<void> {
  await tx.fixed(
    `update contract_due_reminder set acknowledged_at = now(), decision = 'noted'
     where contract_id = $1 and acknowledged_at is null and type = 'cancellation_notice'
       and coalesce(meant, day) < $2::date`,
    [id, today],
  );
}

function noteOf({ type, day, until, net }: PassedDay, currency: string) {
  const isPriced = net !== null && compareAmounts(net, '0') > 0;
  return systemRemark({
    code: type,
    values: { day, until, ...(isPriced ? { currency } : {}) },
    ...(isPriced ? { amounts: { amount: net } } : {}),
  });
}

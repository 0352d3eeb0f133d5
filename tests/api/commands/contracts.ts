import { addDays } from '../../../src/base/day.ts';
import { terms } from '../../contract/contracts.ts';
import { formOf } from '../../support/demo-web.ts';
import { pdf } from '../../support/sample-files.ts';
import { today } from '../../support/today.ts';
import { withoutApprovals } from '../../support/without-approvals.ts';
import { asking } from './requests.ts';
import { type CommandSetup, group, Walked } from './setup.ts';

async function made(setup: CommandSetup, approvers: readonly string[] = ['approver1']): Promise<Walked> {
  const { context } = await setup.person('admin');
  const [row] = await setup.sql<Record<string, string>>(
    `select client_id, department_id, cost_center_id, (select min(id) from supplier where tenant_id = $1) as supplier_id
     from lb_user where id = $2`,
    [context.tenantId, context.userId],
  );
  const parties = Object.fromEntries(Object.entries(row ?? {}).map(([name, id]) => [name, Number(id)]));
  const head = { name: 'Wartung Krane', ...parties, ...terms, responsible_id: context.userId };
  const approver_ids = await Promise.all(
    approvers.map(async (login) => (await setup.person(login)).context.userId),
  );
  const lines = [{ name: 'Inspektion', type: 'maintenance', total: '450' }];
  return new Walked(
    setup,
    'contract',
    await setup.take('admin', 'contract_save', { head, lines, approver_ids }),
  );
}

/** A recognised document of a contract. */
async function recognised({ setup, id }: Walked): Promise<number> {
  const admin = await setup.demo.person('admin@demo.test');
  const form = formOf({ kind: 'contract', document: String(id) }, [{ name: 'Vertrag.pdf', bytes: pdf }]);
  await admin.send({ url: '/api/file', ...form });
  return await setup.idOf(
    `update contract_recognition set state = 'failed', failure = 'unreadable', ended_at = now()
     where contract_id = $1 returning id`,
    [id],
  );
}

/** The commands up to the signature: questions, reading, reassignment, approval. */
async function signed(setup: CommandSetup): Promise<Walked> {
  const contract = await made(setup);
  const recognition_id = await recognised(contract);
  await contract.take('dismiss_proposals', { recognition_id, proposals: ['duration'] }, 'admin');
  await contract.take('read_again', { recognition_id }, 'admin');
  const reminder = { type: 'custom', reminder_date: addDays(today(), 10) };
  await contract.take('add_reminder', reminder, 'admin');
  const reminder_id = await setup.idOf('select max(id) as id from contract_reminder where contract_id = $1', [
    contract.id,
  ]);
  await contract.take('remove_reminder', { reminder_id }, 'admin');
  await contract.take('to_check');
  await asking(setup, contract);
  await contract.take('hold', {}, 'admin');
  await contract.take('lift_hold', {}, 'admin');
  await contract.take('reassign', { person_id: await group(setup) }, 'admin');
  await contract.take('accept', {}, 'buyer');
  await contract.take('give_back', {}, 'buyer');
  const { context } = await setup.person('admin');
  await contract.take('reassign', { person_id: context.userId }, 'admin');
  await contract.take('send_to_clearing', { comment: 'Menge?' });
  await contract.take('to_approval');
  await contract.take('decline', { comment: 'Zu teuer.' });
  await contract.take('to_approval');
  while ((await contract.step()) === 'contract-approval') await contract.take('approve');
  await contract.take('sign');
  return contract;
}

/** The commands on a contract in force. */
async function ended(setup: CommandSetup, contract: Walked): Promise<void> {
  const { context } = await setup.person('admin');
  await contract.take('pause', {}, 'admin');
  await contract.take('resume', {}, 'admin');
  const due = await setup.idOf(
    `insert into contract_due_reminder (tenant_id, contract_id, type, day) values ($1, $2, 'custom', $3) returning id`,
    [context.tenantId, contract.id, today()],
  );
  await contract.take('acknowledge', { reminder_ids: [due], decision: 'keep' }, 'admin');
  const amendment = new Walked(setup, 'contract', await contract.take('amend', {}, 'admin'));
  await amendment.take('discard', {}, 'admin');
  // A day in the past waits for a second person (CON-40).
  const notice = { notice_sent_on: addDays(today(), -3), terminated_on: addDays(today(), -2) };
  await contract.take('terminate', notice, 'admin');
  await contract.take('confirm_ending');
  await contract.take('send_letter', { letter: { channel: 'post' } }, 'admin');
  await contract.take('confirm_termination', { termination_confirmed_on: today() }, 'admin');
  await contract.take('correct_receipt', { terminated_on: addDays(today(), -1) }, 'buyer');
  await contract.take('revoke_termination', { comment: 'Doch nicht.' }, 'admin');
  await contract.take('finish_clearing');
  await contract.take('terminate', { notice_sent_on: today() }, 'admin');
}

/** Every command of a contract. */
export async function contracts(setup: CommandSetup): Promise<void> {
  await setup.sql(
    'update client set min_approval = 1, separate_signature = false, can_delete_document_directly = true',
  );
  await ended(setup, await signed(setup));
  await (await made(setup)).take('take_over', {}, 'admin');
  await withoutApprovals(setup);
  const plain = await made(setup, []);
  await plain.take('to_check');
  await plain.take('to_signing');
}

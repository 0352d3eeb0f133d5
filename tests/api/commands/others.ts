import type { CommandSetup, Given, Way } from './setup.ts';

/** A change of a control that waits for the second administrator. */
async function waiting(setup: CommandSetup, count: number): Promise<number> {
  const admin = await setup.person('admin');
  const id = await setup.idOf('select min(id) as id from client where tenant_id = $1', [
    admin.context.tenantId,
  ]);
  await admin.get(
    'mutation ($id: bigint!, $count: Int!) { update_client_by_pk(pk_columns: { id: $id }, _set: { min_approval: $count }) { id } }',
    { id, count },
  );
  return await setup.idOf("select max(id) as id from control_change where state = 'pending'");
}

/** An account proposed for a supplier. */
async function proposed(setup: CommandSetup, iban: string): Promise<number> {
  const admin = await setup.person('admin');
  const id = await setup.idOf('select max(id) as id from supplier where tenant_id = $1', [
    admin.context.tenantId,
  ]);
  await admin.get(
    'mutation ($id: bigint!, $iban: String!) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { iban: $iban }) { id } }',
    { id, iban },
  );
  return await setup.idOf("select max(id) as id from supplier_bank_change where state = 'pending'");
}

/** Every command without a required key. */
async function keyless(
  setup: CommandSetup,
  way: Way,
  ibans: readonly [string, string],
  count: number,
): Promise<void> {
  const { context } = await setup.person('admin');
  const take = (login: string, name: string, given: Given) => setup.take(login, name, given, way);
  await take('receiver', 'control_change_confirm', { id: await waiting(setup, count) });
  await take('receiver', 'control_change_reject', { id: await waiting(setup, count + 1) });
  await take('receiver', 'control_change_confirm_all', { ids: [await waiting(setup, count + 4)] });
  await take('receiver', 'supplier_bank_change_confirm', { id: await proposed(setup, ibans[0]) });
  await take('receiver', 'supplier_bank_change_reject', { id: await proposed(setup, ibans[1]) });
  const [timeline, supplier] = await Promise.all(
    ['timeline', 'supplier'].map((table) =>
      setup.idOf(`select min(id) as id from ${table} where tenant_id = $1`, [context.tenantId]),
    ),
  );
  await take('admin', 'claim_record_lock', { args: { table_name: 'timeline', foreign_id: timeline } });
  const object = { type: 'info', table: 'supplier', foreign_key: supplier, info: 'Angerufen' };
  await take('admin', 'insert_audit_log_one', { object });
  await take('admin', 'tenant_save', { set: { city: `Bonn ${count}` } });
}

/** Regular exports, which a person sets up for himself. */
async function regularExports(setup: CommandSetup): Promise<void> {
  const rhythm = { rhythm: 'weekly', at_minute: 390, weekdays: [1], month_day: null };
  const content = { of: 'table', entity: 'supplier', text: '' };
  const id = await setup.take('buyer', 'scheduled_export_save', {
    ...{ name: 'Lieferanten', format: 'csv', language: 'de', content, ...rhythm },
  });
  await setup.take('buyer', 'scheduled_export_switch', { id, active: false });
  await setup.take('buyer', 'scheduled_export_run', { id });
}

/** Every command without a document. */
export async function others(setup: CommandSetup): Promise<void> {
  await setup.sql('update client set bank_change_second_person = true');
  await keyless(setup, 'keyed', ['DE02120300000000202051', 'DE02500105170137075030'], 3);
  await keyless(setup, 'bare', ['DE88100900001234567892', 'DE27100777770209299700'], 5);
  await regularExports(setup);
  const [from, to] = await Promise.all([setup.person('buyer'), setup.person('approver1')]);
  await setup.take('admin', 'lb_user_hand_over', { from_id: from.context.userId, to_id: to.context.userId });
}

import type { Language } from '../../../base/language.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { inTurns } from '../../../platform/server/fairness/in-turns.ts';
import { keptOnce } from '../../../platform/server/kept-once.ts';
import type { HistoryItem } from '../history.ts';
import { type AuditRow, itemOf, readNames } from './history.ts';
import { columnLabel } from './history-labels.ts';
import { type RecordCatalog, readRecordCatalog } from './record-catalog.ts';

/** The German label of a column, for files that name them. */
export function germanLabel(table: string, column: string): string {
  return columnLabel('de', table, column);
}

/** Tables of administration: settings, rights and limits. Must match the index `audit_log_of_settings`. */
export const settingTables = [
  'configuration',
  'tenant',
  'client',
  'client_tax_key',
  'client_discount_code',
  'client_d365_dimension',
  'lb_user',
  'role_template',
  'service_token',
  'task_group_user',
  'department',
  'department_client',
  'department_approver',
  'cost_center_client',
  'cost_center_approver',
  'supplier_approver',
  'product_group',
  'permission',
  'permission_user',
  'permission_client',
  'permission_department',
  'permission_cost_center',
  'permission_supplier',
  'permission_product_group',
  'sign_on_issuer',
  'sign_on_group',
  'directory_group',
  'mailbox',
  'marketplace',
  'client_marketplace',
  'webhook',
  'export_destination',
  'scheduled_export',
  'accounting_connection',
  'process_text',
] as const;

/** Columns of people and connections whose updates count; others, such as a changed language, are too frequent. */
export const watchedColumns = {
  lb_user: [
    'name',
    'email',
    'roles',
    'approval_limit',
    'priority_approval_limit',
    'blocked',
    'active',
    'is_group',
    'substitute_id',
    'absence_from',
    'absence_to',
    'auditor_client_id',
    'auditor_from',
    'auditor_until',
    'auditor_ends_on',
    'api_token_hash',
  ],
  accounting_connection: ['state', 'client_id'],
} as const;

/** Columns that make a setting of master data. Rows in which they are empty count in no way. */
export const settingColumns = {
  department: [
    'client_id',
    'user_clearing_id',
    'user_select_product_id',
    'user_send_order_id',
    'user_consignee_id',
  ],
  product_group: ['user_select_product_id'],
  directory_group: ['task_group_id'],
} as const;

const ofSettings = `a.tenant_id = (select app.tenant_id()) and a."table" in (${settingTables.map((table) => `'${table}'`).join(', ')})`;

const filled = (side: string) => `jsonb_strip_nulls(coalesce(a.data_${side}, '{}'))`;

/** Limits rows to relevant columns. */
const isSetting = `a.type in ('insert', 'update', 'delete') and case a."table"
  ${Object.entries(watchedColumns)
    .map(
      ([table, columns]) =>
        `when '${table}' then a.type <> 'update' or a.affected_properties && '{${columns.join()}}'`,
    )
    .join('\n  ')}
  ${Object.entries(settingColumns)
    .map(
      ([table, columns]) =>
        `when '${table}' then a.affected_properties && '{${columns.join()}}' and (${filled('before')} || ${filled('after')}) ?| '{${columns.join()}}'`,
    )
    .join('\n  ')}
  when 'mailbox' then a.type <> 'update' or not a.affected_properties <@ '{failed_runs}'
  else true end`;

/** Kept small, since a new person has thirty columns whose texts are looked up. */
const rowsInOneGo = 20;

export interface SettingChanges {
  /** Newest first, up to the requested number. */
  readonly items: readonly HistoryItem[];
  /** Total number. */
  readonly count: number;
}

/** Administrative changes from the audit. */
export interface SettingAudit {
  /** Id of the last administrative change of the tenant, 0 if there is none. */
  last(tx: Tx): Promise<number>;
  /**
   * Administrative changes after an entry, as text (ARC-06). `tx` acts as `writer` for a person who may read the
   * tenant's whole audit.
   */
  since(
    tx: Tx,
    asked: { readonly language: Language; readonly after: number; readonly limit: number },
  ): Promise<SettingChanges>;
}

/** Loads the catalogue on first use, outside of a transaction. */
export function settingAudit(database: Pick<Database, 'pool'>): () => Promise<SettingAudit> {
  return keptOnce(async () => {
    const catalog = await readRecordCatalog(database);
    return { last: lastEntry, since: (tx, asked) => changesSince(tx, catalog, asked) };
  });
}

async function lastEntry(tx: Tx): Promise<number> {
  const { last } = await tx.one<{ last: number }>(
    `select coalesce((select a.id from audit_log a where ${ofSettings} order by a.id desc limit 1), 0) as last`,
  );
  return last;
}

async function changesSince(
  tx: Tx,
  catalog: RecordCatalog,
  { language, after, limit }: Parameters<SettingAudit['since']>[1],
): Promise<SettingChanges> {
  const [rows, counted] = await Promise.all([
    tx.fixed<AuditRow>(
      `select a.id, a.created_at as at, a.type, a.random_id, a.info, a."table", a.relation_table, a.foreign_key, u.name as person,
         a.affected_properties as properties,
         (select json_object_agg(e.key, e.value) from jsonb_each_text(coalesce(a.data_before, '{}') || coalesce(a.amounts_before, '{}')) e) as before,
         (select json_object_agg(e.key, e.value) from jsonb_each_text(coalesce(a.data_after, '{}') || coalesce(a.amounts_after, '{}')) e) as after
       from audit_log a left join lb_user u on u.tenant_id = a.tenant_id and u.id = a.lb_user_id
       where ${ofSettings} and a.id > $1 and ${isSetting} order by a.id desc limit $2`,
      [after, limit],
    ),
    tx.one<{ count: number }>(
      `select count(*)::integer as count from audit_log a where ${ofSettings} and a.id > $1 and ${isSetting}`,
      [after],
    ),
  ]);
  const names = await readNames(tx, catalog, rows);
  const question = { table: '', id: 0, before: null };
  const items: HistoryItem[] = [];
  await inTurns(
    rows,
    (piece) => {
      for (const row of piece) items.push(itemOf({ catalog, names, language, question }, row));
    },
    rowsInOneGo,
  );
  return { items, count: counted.count };
}

import { isLanguage, type Language, languageNameFor } from '../../../base/language.ts';
import { codeText } from '../../../entity/choice-text.ts';
import { emptyLabelKey, entityLabelKey, fieldLabelKey } from '../../../entity/labels.ts';
import { text } from '../../../platform/server/texts.ts';

/** Columns without meaning to people, such as keys and computed values. The history hides them. */
const technical = new Set([
  'id',
  'tenant_id',
  'oauth_warned_at',
  'sign_in_attempt',
  'created_at',
  'updated_at',
  'timeline_id',
  'procurement_id',
  'invoice_id',
  'draft_number',
  'content_version',
  'entry_no',
  'sort_no',
  'audit_group',
  'message_code',
  'message_values',
  'size',
  'job_id',
  'is_untold',
  'legal_hold',
  'is_cost_center_fixed',
  'search_text',
  'starts_text',
  'supplier_text',
  'is_outstanding',
  'waited_since',
  'token_version',
  'has_password',
  'has_oauth_secret',
  'has_oauth_refresh_token',
  'has_application_secret',
  'has_secret_access_key',
  'next_run_at',
  'is_system',
  'last_run_at',
  'last_error',
  'failed_runs',
  'oauth_until',
  'has_secret',
  'message_amounts',
  'timeline_entry_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'shows_amounts',
  'is_master_data',
  'purpose',
  'order_confirmation_id',
  'checked_on',
  'request_key',
  'described_sha256',
  'last_audit_id',
  'made_by_id',
  'put_out_at',
  'told',
  'means',
  'way',
]);

export function isTechnical(column: string): boolean {
  return technical.has(column);
}

/** Label of a column, from the texts of the entity, the forms or the audit. */
export function columnLabel(language: Language, table: string, column: string): string {
  // The tenant is edited on the settings page.
  const form = table === 'tenant' ? 'configuration' : table;
  const keys = [
    fieldLabelKey(form, column),
    ...(isOfContract(table) ? [`audit.contract.${column}`] : []),
    `audit.field.${column}`,
    `field.${column}`,
  ];
  return firstText(language, keys) ?? column.replace(/_id$/, '').replaceAll('_', ' ');
}

/** Text for an empty column where empty has a meaning, else undefined. */
export function emptyLabel(language: Language, table: string, column: string): string | undefined {
  return firstText(language, [emptyLabelKey(table, column)]);
}

/** Name of a row of a table. */
export function tableLabel(language: Language, table: string): string {
  return (
    firstText(language, [entityLabelKey(table, 'one'), `audit.table.${table}`]) ?? table.replaceAll('_', ' ')
  );
}

/** Contracts use their own words for some fields, such as the type. */
function isOfContract(table: string): boolean {
  return /^contract(?!_approver)(_|$)/.test(table);
}

type ChoiceKey = (value: string) => string;

const unit: ChoiceKey = (value) => `contract.choice.unit.${value}`;
const ofContract: Readonly<Record<string, ChoiceKey>> = {
  status: (value) => `status.contract.${value}`,
  category: (value) => `overview.contract_category.${value}`,
  usage_type: (value) => `procurement.usage.${value}`,
  payment_timing: (value) => `procurement.payment.${value}`,
  rate_source: (value) => `document.rate.${value}`,
  duration_unit_type: unit,
  renewal_duration_unit_type: unit,
  notice_period_unit_type: unit,
};

function contractChoiceKey(column: string): ChoiceKey {
  return ofContract[column] ?? ((value) => `contract.choice.${column}.${value}`);
}

/** Choice texts that are not stored with their entity. */
const choiceKeys: Readonly<Record<string, Readonly<Record<string, ChoiceKey>>>> = {
  procurement: {
    status: (value) => `status.procurement.${value}`,
    usage_type: (value) => `procurement.usage.${value}`,
    payment_timing: (value) => `procurement.payment.${value}`,
    type: (value) => `procurement.type.${value}`,
  },
  procurement_line: {
    kind: (value) => `procurement.kind.${value}`,
    order_state: (value) => `procurement.order_state.${value}`,
  },
  procurement_supplier_order: { state: (value) => `procurement.order_state.${value}` },
  timeline_entry: { type: (value) => `step.${value}`, status: (value) => `audit.entry_status.${value}` },
  invoice: { status: (value) => `status.invoice.${value}` },
  tenant: { status: (value) => `audit.tenant_status.${value}` },
  supplier_bank_change: {
    state: (value) => `entity.supplier.bank.state.${value}`,
    void_columns: (value) =>
      fieldLabelKey(['vendor_account', 'client_id'].includes(value) ? 'supplier_client' : 'supplier', value),
  },
};

const languageColumns: readonly string[] = ['lang', 'main_language', 'order_language'];
/** Columns with a country or currency code; `phone_country_code` is a dialling prefix instead. */
const codeColumns = [
  ['country', /^(?!phone_)(\w+_)?country(_code)?$/],
  ['currency', /^(\w+_)?currency$/],
] as const;

/** Translation of a choice such as a status; other values are unchanged. */
export function choiceLabel(language: Language, table: string, column: string, value: string): string {
  if (!/^[\w-]{1,60}$/.test(value)) return value;
  if (languageColumns.includes(column) && isLanguage(value))
    return capitalised(languageNameFor(language, value));
  const code = codeColumns.find(([, pattern]) => pattern.test(column));
  if (code !== undefined) return codeText(code[0], value, language);
  if (column === 'roles') return firstText(language, [`entity.role.${value}`]) ?? value;
  const elsewhere = isOfContract(table) ? contractChoiceKey(column) : choiceKeys[table]?.[column];
  const keys = [`entity.${table}.choice.${column}.${value}`, ...(elsewhere ? [elsewhere(value)] : [])];
  return firstText(language, keys) ?? value;
}

function capitalised(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

function firstText(language: Language, keys: readonly string[]): string | undefined {
  return keys.map((key) => ({ key, found: text(language, key) })).find(({ key, found }) => found !== key)
    ?.found;
}

import type { Fields } from '../../src/entity/field.ts';
import { sheetEntity } from '../../src/entity/sheet/first-child.ts';
import { roleGroups } from '../../src/entity/web/inputs/role-groups.ts';
import { configuration } from '../../src/features/configuration/settings.ts';
import { entities, sheets } from '../../src/features/master-data/entities.ts';
import { mandatoryFields } from '../../src/features/master-data/mandatory-fields.ts';
import { globalConfiguration } from '../../src/features/operator/global-configuration.ts';
import { newTenant, tenant } from '../../src/features/operator/tenant.ts';
import { grantableRoles } from '../../src/features/people/user.ts';

/** The messages of rules of kinds and declarations below a field; each has its own text. */
const rules = [
  'above',
  'alike',
  'at_least',
  'at_most',
  'auditor_needed',
  'between',
  'bic',
  'bic_country',
  'budget_overlap',
  'budget_scope',
  'code',
  'cost_center_number',
  'csv_ambiguous',
  'csv_head',
  'csv_repeated',
  'csv_too_many_cells',
  'dashboard_needs_price',
  'datev_id',
  'day_in_future',
  'decimals',
  'digits',
  'digits_only',
  'directory',
  'email',
  'end_before_start',
  'field_required',
  'folder',
  'gtin',
  'host',
  'iban',
  'in_use',
  'invalid_type',
  'mandate_reference',
  'mandate_used',
  'month_day',
  'no_creditor_account',
  'not_offered',
  'number_taken',
  'phone',
  'phone_country_code',
  'region',
  'rows_required',
  'store_url',
  'time_zone',
  'token_by_imap',
  'unique_violation',
  'unread_day',
  'unread_flag',
  'unread_number',
  'url',
  'value_too_long',
  'vat_number',
  'vat_number_doubtful',
  'whole',
] as const;

const all = [...entities.values()];
/** The settings are a form, too, although no list shows them. */
const operated = [tenant, newTenant, globalConfiguration];
const forms = [...all, configuration, ...operated];
const children = [...all, tenant, globalConfiguration].flatMap((entity) => Object.values(entity.children));
const declared: readonly { readonly table: string; readonly fields: Fields }[] = [
  ...sheets.values(),
  ...children,
];

/** Every text required by a declaration: a new field needs its texts (ADM-01). */
export const entityFamilies: Readonly<Record<string, readonly string[]>> = {
  'admin.group.*': ['structure', 'people', 'catalogue', 'accounting'],
  'entity.*.*': [
    ...declared.flatMap(({ table }) => ['one', 'many', 'new'].map((form) => `${table}.${form}`)),
    ...declared.flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ creates, references }) => (creates ? [`${references}.create`] : [])),
    ),
    'configuration.one',
    'directory_group.one',
    'global_configuration.one',
    'tenant.one',
    'tenant.new',
  ],
  'entity.*.about': all.map(({ table }) => table),
  'entity.*.choice.*.*': [...declared, configuration, tenant].flatMap(({ table, fields }) =>
    Object.entries(fields).flatMap(([name, { choices, wording }]) =>
      wording === undefined ? (choices ?? []).map((choice) => `${table}.${name}.${choice}`) : [],
    ),
  ),
  'entity.*.empty.*': declared.flatMap(({ table, fields }) =>
    Object.entries(fields).flatMap(([name, { saysEmpty }]) => (saysEmpty ? [`${table}.${name}`] : [])),
  ),
  'entity.*.field.*': [
    ...[...declared, ...all.map(sheetEntity), configuration, tenant, newTenant].flatMap(({ table, fields }) =>
      Object.keys(fields).map((name) => `${table}.${name}`),
    ),
    'supplier.merged_into_id',
    'directory_group.task_group_id',
  ],
  'entity.*.mark.*': [...all, tenant].flatMap(({ table, marks }) => marks.map((mark) => `${table}.${mark}`)),
  'entity.*.none': [...children, ...Object.values(configuration.children)].map(({ table }) => table),
  'entity.*.section.*': forms.flatMap(({ table, tabs }) =>
    tabs.flatMap(({ parts }) =>
      parts.flatMap((part) => ('section' in part ? [`${table}.${part.section}`] : [])),
    ),
  ),
  'entity.*.section_hint.*': forms.flatMap(({ table, tabs }) =>
    tabs.flatMap(({ parts }) =>
      parts.flatMap((part) => ('section' in part && part.hint ? [`${table}.${part.section}`] : [])),
    ),
  ),
  'entity.*.tab.*': forms.flatMap(({ table, tabs }) => tabs.map(({ name }) => `${table}.${name}`)),
  'entity.client.mandatory.field.*': [...new Set(Object.values(mandatoryFields).flat())],
  'entity.client.mandatory.form.*': Object.keys(mandatoryFields),
  'entity.filter.*': ['active', 'inactive', 'all'],
  'entity.page_*': ['first', 'previous', 'next', 'last'],
  'entity.problem.*': rules,
  'entity.rights.*': roleGroups(grantableRoles).map(({ name }) => name),
  'entity.rights.scope_*': roleGroups(grantableRoles).flatMap(({ name, scopes }) =>
    scopes.length > 0 ? [name] : [],
  ),
  'entity.role.*': grantableRoles,
};

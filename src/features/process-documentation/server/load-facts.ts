import type { Tx } from '../../../platform/server/database.ts';
import { type StoredSetting, settingsOf } from '../../configuration/stored-setting.ts';
import { type Company, type Facts, type Installation, maxRows, type Names, type OwnText } from '../facts.ts';

/** Limit of names in one place. */
const maxNames = 60;

/** People who can log in, without task groups and the system user. */
const person = 'not u.is_group and not u.is_system and u.active and not u.blocked and u.email is not null';

const namesOf = (list: string) =>
  `count(*)::integer as count, (array_agg(${list} order by ${list}, e.id))[1:${maxNames}] as names`;

/**
 * Settings of the tenant for its process documentation (ARC-06). `tx` acts as `writer` for an administrator with one
 * snapshot.
 */
export async function loadFacts(tx: Tx, { program, isEncrypted, ways }: Installation): Promise<Facts> {
  const [tenant, settings, companies, counts, rights, interfaces, texts] = await Promise.all([
    tx.one<Facts['tenant']>(
      `select coalesce(nullif(trim(billing_name), ''), name) as name,
         concat_ws(', ', nullif(street, ''), nullif(concat_ws(' ', zipcode, city), ''), country) as address,
         contact_email, billing_email, import_invoice_email
       from tenant where id = app.tenant_id()`,
    ),
    tx.fixed<StoredSetting & { readonly person: string | null }>(
      `select c.key, c.model, c.value, c.lb_user_id, u.name as person
       from configuration c left join lb_user u on u.tenant_id = c.tenant_id and u.id = c.lb_user_id
       where c.client_id is null order by c.key`,
    ),
    tx.fixed<Company>(companyQuery),
    tx.one<Facts['counts']>(
      `select (select count(*)::integer from lb_user u where ${person}) as people,
         (select count(*)::integer from department where active) as departments,
         (select count(*)::integer from cost_center where active) as cost_centers,
         (select count(*)::integer from supplier where active) as suppliers,
         (select count(*)::integer from product where active) as products`,
    ),
    loadRights(tx),
    loadInterfaces(tx),
    tx.fixed<OwnText>('select chapter, lang, content from process_text order by chapter, lang'),
  ]);
  return {
    program,
    tenant,
    settings: settingsOf(settings),
    defaults: settings.flatMap(({ key, model, person: name }) =>
      model === 'lb_user' && name !== null ? [{ key, name }] : [],
    ),
    companies,
    counts,
    ...rights,
    ...interfaces,
    isEncrypted,
    ways: [...ways, ...interfaces.ways],
    texts,
  };
}

const companyQuery = `
  select name, concat_ws(', ', nullif(billing_address, ''), nullif(concat_ws(' ', billing_zipcode, billing_city), ''), billing_country) as address,
    legal_form, registered_seat, nullif(concat_ws(', ', register_court, register_number), '') as register, managing_directors,
    vat_number, tax_number, currency, fiscal_year_start, min_approval, self_approval, amount_basis, when_limit_exceeded,
    when_budget_exceeded, contracts_in_budgets, substitute_limit, price_tolerance_percent, tax_tolerance, match_price_tolerance,
    match_price_tolerance_amount, match_quantity_tolerance, match_quantity_tolerance_amount, match_freight_tolerance_amount, bank_change_second_person, separate_check,
    touchless_invoices, separate_signature, can_delete_document_directly, punchout_enabled
  from client where active order by name, id limit ${maxRows}`;

type Rights = Pick<Facts, 'roles' | 'groups' | 'limits' | 'approvers' | 'permissions'>;

async function loadRights(tx: Tx): Promise<Rights> {
  const [roles, groups, limits, approvers, permissions] = await Promise.all([
    tx.fixed<Names & { role: string }>(
      `select e.role, ${namesOf('e.name')}
       from (select distinct u.id, u.name, r.role from lb_user u cross join lateral (
           select unnest(u.roles) union
           select unnest(g.roles) from task_group_user m
             join lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
           where m.tenant_id = u.tenant_id and m.lb_user_id = u.id) r (role)
         where ${person}) e
       group by e.role order by e.role`,
    ),
    tx.fixed<Rights['groups'][number]>(
      `select g.name, g.roles, m.count, m.names
       from lb_user g cross join lateral (select ${namesOf('e.name')} from task_group_user l
         join lb_user e on e.tenant_id = l.tenant_id and e.id = l.lb_user_id
         where l.tenant_id = g.tenant_id and l.task_group_id = g.id) m
       where g.is_group and g.active order by g.name, g.id limit ${maxRows}`,
    ),
    tx.fixed<Rights['limits'][number]>(
      `select u.name, u.approval_limit as limit from lb_user u
       where u.active and not u.blocked and not u.is_system and (u.approval_limit is not null
         or exists (select from department_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id)
         or exists (select from cost_center_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id)
         or exists (select from supplier_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id))
       order by u.approval_limit nulls last, u.name, u.id limit ${maxRows}`,
    ),
    tx.fixed<Rights['approvers'][number]>(
      `select p.of, p.name, ${namesOf('e.name')}
       from (
         select 1 as place, 'department' as of, d.id, d.name, a.lb_user_id, d.tenant_id
           from department d join department_approver a on a.tenant_id = d.tenant_id and a.department_id = d.id where d.active
         union all select 2, 'cost_center', c.id, concat_ws(' ', c.number, c.name), a.lb_user_id, c.tenant_id
           from cost_center c join cost_center_approver a on a.tenant_id = c.tenant_id and a.cost_center_id = c.id where c.active
         union all select 3, 'supplier', s.id, s.name, a.lb_user_id, s.tenant_id
           from supplier s join supplier_approver a on a.tenant_id = s.tenant_id and a.supplier_id = s.id where s.active) p
       join lb_user e on e.tenant_id = p.tenant_id and e.id = p.lb_user_id
       group by p.place, p.of, p.id, p.name order by p.place, p.name, p.id limit ${maxRows}`,
    ),
    tx.fixed<Rights['permissions'][number]>(
      `select p.name, m.count, m.names
       from permission p cross join lateral (select ${namesOf('e.name')} from permission_user l
         join lb_user e on e.tenant_id = l.tenant_id and e.id = l.lb_user_id
         where l.tenant_id = p.tenant_id and l.permission_id = p.id) m
       where p.active order by p.name, p.id limit ${maxRows}`,
    ),
  ]);
  const withNames = <Row extends Names>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, names: row.names ?? [] }));
  return {
    roles,
    groups: withNames(groups),
    limits,
    approvers,
    permissions: withNames(permissions),
  };
}

/** The rows of a query as one value, so that several lists are read by one statement. */
export function listOf(query: string): string {
  return `(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${query}) r)`;
}

type Interfaces = Pick<
  Facts,
  'mailboxes' | 'connections' | 'marketplaces' | 'destinations' | 'tokens' | 'ways' | 'accounts' | 'taxKeys'
>;

const hostIn = (url: string) => `substring(${url} from '^\\w+://(?:[^/@]*@)?([^/:?#]+)')`;

const waysQuery = `
  select w.way, w.other from (
    select 1 as place, 'directory' as way, u.name as other from lb_user u where u.is_directory and u.active and not u.blocked
    union all select 2, 'sign_on', concat_ws(', ', s.name, ${hostIn('s.issuer')}) from sign_on_issuer s where s.active
    union all select 3, 'webhook', concat_ws(', ', h.name, ${hostIn('h.url')}) from webhook h where h.active and not h.is_gone
    union all select 4, 'push', '' where exists (select from push_subscription)
    union all select 5, 'calendar', '' where exists (select from contract_calendar)) w
  order by w.place, w.other limit ${maxRows}`;

/** Reads names only, so that a documentation contains no secret. */
async function loadInterfaces(tx: Tx): Promise<Interfaces> {
  return await tx.one<Interfaces>(`select
    ${listOf(`select m.name, m.protocol, m.host, m.folder, c.name as company, m.import_invoices_automatically as "isAutomatic"
      from mailbox m left join client c on c.tenant_id = m.tenant_id and c.id = m.client_id
      where m.active order by m.name, m.id limit ${maxRows}`)} as mailboxes,
    ${listOf(`select a.system, c.name as company, a.state = 'active' as "isActive"
      from accounting_connection a left join client c on c.tenant_id = a.tenant_id and c.id = a.client_id
      order by a.system, c.name, a.id limit ${maxRows}`)} as connections,
    ${listOf(`select m.name, m.protocol, s.name as supplier
      from marketplace m join supplier s on s.tenant_id = m.tenant_id and s.id = m.supplier_id
      where m.active order by m.name, m.id limit ${maxRows}`)} as marketplaces,
    ${listOf(`select name, place from export_destination where active order by name, id limit ${maxRows}`)} as destinations,
    ${listOf(`select u.name, u.is_service and not u.is_directory as "isProgram" from lb_user u where u.active and (u.api_token_hash is not null and not u.blocked or exists (
        select from service_token s where s.lb_user_id = u.id and s.secret_hash is not null and s.expires_at > now()))
      order by u.name, u.id limit ${maxRows}`)} as tokens,
    ${listOf(waysQuery)} as ways,
    ${listOf(`select number, name from ledger_account where active order by number, id limit ${maxRows}`)} as accounts,
    ${listOf(`select c.name as company, t.tax_category as category, t.tax_percentage::text as percentage,
        nullif(concat_ws(' ', p.number, p.name), '') as key
      from client_tax_key t join client c on c.tenant_id = t.tenant_id and c.id = t.client_id and c.active
      left join posting_key p on p.tenant_id = t.tenant_id and p.id = t.posting_key_id
      order by c.name, t.tax_category, t.tax_percentage, t.id limit ${maxRows}`)} as "taxKeys"`);
}

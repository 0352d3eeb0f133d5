import { folded } from '../src/base/search.ts';
import { type Figure, readFigure, scattered } from './figure.ts';
import { type Fixture, perTenant } from './fixture.ts';

const statuses = ['completed', 'ordered', 'approved', 'approval', 'open'] as const;

const rowsOfList = `
  id order_number_formatted name status created_at total_netto
  client { id name }
  department { id name }
  creator { id name }
  procurement_lines(order_by: [{sort_no: asc}, {id: asc}]) { id description quantity unit price_netto supplier { id name } }
  timeline_entries(where: {text_type: {_in: ["present", "assignment"]}}) { type lb_user { id name } }`;

/** All columns of a request `p` in the overview. */
const rowByHand = `json_build_object(
    'id', p.id, 'order_number_formatted', p.order_number_formatted, 'name', p.name, 'status', p.status,
    'created_at', p.created_at, 'total_netto', p.total_netto,
    'client', (select json_build_object('id', c.id, 'name', c.name) from client c where c.tenant_id = p.tenant_id and c.id = p.client_id),
    'department', (select json_build_object('id', d.id, 'name', d.name) from department d where d.tenant_id = p.tenant_id and d.id = p.department_id),
    'creator', (select json_build_object('id', u.id, 'name', u.name) from lb_user u where u.tenant_id = p.tenant_id and u.id = p.creator_id),
    'procurement_lines', (
      select coalesce(json_agg(json_build_object('id', l.id, 'description', l.description, 'quantity', l.quantity, 'unit', l.unit,
          'price_netto', l.price_netto, 'supplier', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end)
          order by l.sort_no, l.id), '[]')
      from procurement_line l left join supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
      where l.tenant_id = p.tenant_id and l.procurement_id = p.id),
    'timeline_entries', (
      select coalesce(json_agg(json_build_object('type', e.type,
          'lb_user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end)), '[]')
      from timeline_entry e left join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
      where e.tenant_id = p.tenant_id and e.procurement_id = p.id and e.text_type in ('present', 'assignment'))
  )`;

const columnsByHand = `p.tenant_id, p.id, p.order_number_formatted, p.name, p.status, p.created_at, p.total_netto,
      p.client_id, p.department_id, p.creator_id`;

/** Fifty rows; `where` refers to `p`. */
const listByHand = (where: string) => `
  select json_build_object('data', json_build_object('procurement', coalesce(json_agg(${rowByHand}), '[]')))::text as body
  from (
    select ${columnsByHand}
    from procurement p where ${where} order by p.created_at desc, p.id desc limit 50
  ) p`;

/** Fifty hits among all documents. */
const searchByHand = `
  select json_build_object('data', json_build_object('document', coalesce(json_agg(
    json_build_object('procurement', ${rowByHand}) order by p.place), '[]')))::text as body
  from (
    select ${columnsByHand}, row_number() over (order by d.created_at desc, d.timeline_id desc) as place
    from (
      select d.tenant_id, d.procurement_id, d.created_at, d.timeline_id from document d
      where d.kind = 'procurement' and d.search_text like $1 order by d.created_at desc, d.timeline_id desc limit 50
    ) d
    join procurement p on p.tenant_id = d.tenant_id and p.id = d.procurement_id
  ) p`;

const filterOfList = (fixture: Fixture, turn: number) => ({
  status: statuses[turn % statuses.length],
  department: 1 + scattered(turn, perTenant.department) + (fixture.tenant.number - 1) * perTenant.department,
});

const list = {
  query: `query ($status: String!, $department: bigint!) {
    procurement(where: {status: {_eq: $status}, department_id: {_eq: $department}},
      order_by: [{created_at: desc}, {id: desc}], limit: 50) {${rowsOfList}} }`,
  sql: listByHand('p.status = $1 and p.department_id = $2'),
  variables: filterOfList,
  isPrepared: false,
} as const;

/** Typical searches: frequent and rare words, suppliers, numbers, parts of words, and a missing text. */
const searches = (fixture: Fixture, turn: number): string => {
  const number = String(1 + scattered(turn, fixture.tenant.documents)).padStart(6, '0');
  const words = [
    'drehmoment',
    `po-${number}`,
    'notebook kalibriert',
    'wiechmann',
    `a-${10_000 + scattered(turn, 400)}`,
    'anlieferung an kiel',
    number.slice(1),
    'weihnachtsbaum',
    'hydraulikschlauch edelstahl',
  ];
  return `%${folded(words[turn % words.length] ?? '')}%`;
};

const rowsOfDocument = `
  id order_number_formatted draft_number_formatted name status created_at delivery_date notes
  total_netto total_tax total_brutto currency
  client { id name } department { id name } cost_center { id number name } ledger_account { id number name }
  creator { id name } consignee { id name }
  procurement_lines(order_by: [{sort_no: asc}, {id: asc}]) {
    id sort_no description item_number quantity quantity_received unit price_netto price_brutto tax
    supplier { id name } product { id name } }
  procurement_approvers(order_by: {id: asc}) { id is_required lb_user { id name } }
  timeline { id current_entry_no content_version
    timeline_entries(order_by: {entry_no: asc}) { id entry_no type status text_type comment completed_at lb_user { id name } } }`;

export const documentQuery = `query ($id: bigint!) { procurement_by_pk(id: $id) {${rowsOfDocument}} }`;

const documentByHand = `
  select json_build_object('data', json_build_object('procurement_by_pk', (
    select json_build_object('id', p.id, 'order_number_formatted', p.order_number_formatted,
      'draft_number_formatted', p.draft_number_formatted, 'name', p.name, 'status', p.status, 'created_at', p.created_at,
      'delivery_date', p.delivery_date, 'notes', p.notes, 'total_netto', p.total_netto, 'total_tax', p.total_tax,
      'total_brutto', p.total_brutto, 'currency', p.currency,
      'client', (select json_build_object('id', c.id, 'name', c.name) from client c where c.tenant_id = p.tenant_id and c.id = p.client_id),
      'department', (select json_build_object('id', d.id, 'name', d.name) from department d where d.tenant_id = p.tenant_id and d.id = p.department_id),
      'cost_center', (select json_build_object('id', c.id, 'number', c.number, 'name', c.name) from cost_center c
        where c.tenant_id = p.tenant_id and c.id = p.cost_center_id),
      'ledger_account', (select json_build_object('id', a.id, 'number', a.number, 'name', a.name) from ledger_account a
        where a.tenant_id = p.tenant_id and a.id = p.ledger_account_id),
      'creator', (select json_build_object('id', u.id, 'name', u.name) from lb_user u where u.tenant_id = p.tenant_id and u.id = p.creator_id),
      'consignee', (select json_build_object('id', u.id, 'name', u.name) from lb_user u where u.tenant_id = p.tenant_id and u.id = p.consignee_id),
      'procurement_lines', (
        select coalesce(json_agg(json_build_object('id', l.id, 'sort_no', l.sort_no, 'description', l.description,
            'item_number', l.item_number, 'quantity', l.quantity, 'quantity_received', l.quantity_received, 'unit', l.unit,
            'price_netto', l.price_netto, 'price_brutto', l.price_brutto, 'tax', l.tax,
            'supplier', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end,
            'product', case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end)
            order by l.sort_no, l.id), '[]')
        from procurement_line l
        left join supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
        left join product r on r.tenant_id = l.tenant_id and r.id = l.product_id
        where l.tenant_id = p.tenant_id and l.procurement_id = p.id),
      'procurement_approvers', (
        select coalesce(json_agg(json_build_object('id', a.id, 'is_required', a.is_required,
            'lb_user', json_build_object('id', u.id, 'name', u.name)) order by a.id), '[]')
        from procurement_approver a join lb_user u on u.tenant_id = a.tenant_id and u.id = a.lb_user_id
        where a.tenant_id = p.tenant_id and a.procurement_id = p.id),
      'timeline', (
        select json_build_object('id', t.id, 'current_entry_no', t.current_entry_no, 'content_version', t.content_version,
          'timeline_entries', (
            select coalesce(json_agg(json_build_object('id', e.id, 'entry_no', e.entry_no, 'type', e.type, 'status', e.status,
                'text_type', e.text_type, 'comment', e.comment, 'completed_at', e.completed_at,
                'lb_user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end)
                order by e.entry_no), '[]')
            from timeline_entry e left join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
            where e.tenant_id = t.tenant_id and e.timeline_id = t.id))
        from timeline t where t.tenant_id = p.tenant_id and t.id = p.timeline_id))
    from procurement p where p.tenant_id = app.tenant_id() and p.id = $1)))::text as body`;

const statusAliases = statuses.map(
  (status) =>
    `${status}: documents_aggregate(where: {kind: {_eq: "procurement"}, status: {_eq: "${status}"}}) { aggregate { count sum { total_netto } } }`,
);

/** The hand-written side counts all statuses of a department in one pass. */
const aggregateByHand = `
  select json_build_object('data', json_build_object('department', json_agg(json_build_object('id', d.id, 'name', d.name, ${statuses
    .map(
      (
        status,
      ) => `'${status}', json_build_object('aggregate', json_build_object('count', coalesce(s."${status}", 0),
        'sum', json_build_object('total_netto', s."${status} net")))`,
    )
    .join(', ')}) order by d.name, d.id)))::text as body
  from department d
  left join (
    select department_id, ${statuses
      .map(
        (status) => `count(*) filter (where status = '${status}') as "${status}",
          sum(total_netto) filter (where status = '${status}') as "${status} net"`,
      )
      .join(', ')}
    from document where kind = 'procurement' and status in (${statuses.map((status) => `'${status}'`).join(', ')})
    group by department_id
  ) s on s.department_id = d.id`;

export const readFigures: readonly Figure[] = [
  readFigure({
    ...list,
    name: 'list',
    title: 'list: filter, 50 rows with company, lines and current step',
    aim: 0.8,
    person: ({ people }) => people.buyer,
  }),
  readFigure({
    ...list,
    name: 'list_involved',
    title: 'the same list for somebody who sees what concerns him',
    aim: 0.8,
    person: ({ people }) => people.employee,
  }),
  readFigure({
    name: 'search',
    title: 'list with search, among all documents of the tenant',
    aimP95: 100,
    person: ({ people }) => people.buyer,
    query: `query ($search: String!) {
      document(where: {kind: {_eq: "procurement"}, search_text: {_like: $search}},
        order_by: [{created_at: desc}, {timeline_id: desc}], limit: 50) { procurement {${rowsOfList}} } }`,
    sql: searchByHand,
    variables: (fixture, turn) => ({ search: searches(fixture, turn) }),
    isPrepared: false,
  }),
  readFigure({
    name: 'by_key',
    title: 'document by key with lines, approvers and timeline',
    aim: 0.8,
    person: ({ people }) => people.buyer,
    query: documentQuery,
    sql: documentByHand,
    variables: ({ tenant }, turn) => ({ id: tenant.firstDocument + scattered(turn, tenant.documents) }),
    isPrepared: true,
  }),
  readFigure({
    name: 'aggregate',
    title: 'count and sum by status and department',
    aim: 0.75,
    person: ({ people }) => people.buyer,
    query: `{ department(order_by: [{name: asc}, {id: asc}]) { id name ${statusAliases.join(' ')} } }`,
    sql: aggregateByHand,
    variables: () => ({}),
    isPrepared: false,
  }),
];

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueTable, pointingColumn, quoted, readCatalogue } from '../support/catalogue.ts';
import { inDepth } from '../support/depth.ts';
import { type Row, tenantA } from '../support/tenants.ts';
import { liveAndRead } from './live-visibility.ts';
import { Office, type Person } from './people.ts';

let office: Office;
/** Two companies with a department each; all people belong to the first. */
let own: { client_id: string; department_id: string };
let foreign: typeof own;
let creator: Person;
/** The people of all cases. */
const everybody: Person[] = [];

beforeAll(async () => {
  office = await Office.open();
  const place = async () => {
    const client = await office.add('client');
    const department = await office.add('department', { client_id: client.id });
    return { client_id: client.id ?? '', department_id: department.id ?? '' };
  };
  foreign = await place();
  own = await place();
  creator = await office.person([], foreign);
  // The rows of document lists depend on it (API-45).
  const switchOn = "insert into configuration (tenant_id, key, value) values ($1, 'module_contract', 'true')";
  await office.owner.query(switchOn, [tenantA.id]);
});
afterAll(() => office.close());

type Kind = 'procurement' | 'invoice' | 'contract';

/** The relations of a person to a document, and how to create each. */
const relations = {
  stranger: async () => {},
  creator: async (document: Row, person: Person) => {
    const table = documentTable(document);
    await office.owner.query(`update ${table} set creator_id = $1 where id = $2`, [person.id, document.id]);
  },
  'past assignee': (document: Row, person: Person) => step(document, person, 'past', 'approved'),
  'assignee who declined': (document: Row, person: Person) =>
    step(document, person, 'past-unsuccessful', 'declined'),
  'present assignee': (document: Row, person: Person) => step(document, person, 'present', null),
  'member of the task group': async (document: Row, person: Person) =>
    step(document, await office.group([person]), 'assignment', null),
  'member of a group that did a past step': async (document: Row, person: Person) =>
    step(document, await office.group([person]), 'past', 'approved'),
  'member of an inactive task group': async (document: Row, person: Person) =>
    step(document, await office.group([person], { active: 'false' }), 'assignment', null),
  'member of a person, who is no task group': async (document: Row, person: Person) =>
    step(document, await personWithMember(person), 'present', null),
  'future assignee': (document: Row, person: Person) => step(document, person, 'future', null),
  'member of a future task group': async (document: Row, person: Person) =>
    step(document, await office.group([person]), 'future', null),
  commenter: (document: Row, person: Person) => step(document, person, 'past', 'comment'),
  consignee: async (document: Row, person: Person) => {
    await office.owner.query('update procurement set consignee_id = $1 where id = $2', [
      person.id,
      document.id,
    ]);
  },
  responsible: async (document: Row, person: Person) => {
    await office.owner.query('update contract set responsible_id = $1 where id = $2', [
      person.id,
      document.id,
    ]);
  },
  'order sender': async (document: Row, person: Person) => {
    await office.owner.query(
      'update procurement_supplier_order set sent_by_id = $1 where procurement_id = $2',
      [person.id, document.id],
    );
  },
} satisfies Record<string, (document: Row, person: Person) => Promise<void>>;

/** Only task groups have members; a row with another group gives no rights. */
async function personWithMember(member: Person): Promise<Person> {
  const person = await office.person();
  await office.add('task_group_user', { task_group_id: person.id, lb_user_id: member.id });
  return person;
}

type Relation = keyof typeof relations;

async function step(document: Row, person: Person, textType: string, status: string | null): Promise<void> {
  await office.add('timeline_entry', {
    timeline_id: document.timeline_id,
    [`${documentTable(document)}_id`]: document.id,
    lb_user_id: person.id,
    text_type: textType,
    status,
  });
}

const kinds = new WeakMap<Row, Kind>();

function documentTable(document: Row): Kind {
  const kind = kinds.get(document);
  if (!kind) throw new Error('documents are made by addDocument');
  return kind;
}

async function addDocument(kind: Kind, place: typeof own, status: string): Promise<Row> {
  const timeline = await office.add('timeline');
  const number = status === 'draft' ? {} : { number: String(1_000_000 + Number(timeline.id)) };
  const document = await office.add(kind, {
    ...place,
    timeline_id: timeline.id,
    creator_id: creator.id,
    ...(kind === 'procurement' ? { status, ...number } : {}),
  });
  kinds.set(document, kind);
  return document;
}

/** The roles of each scope of ROLE-04, per kind of document. */
const scopes = {
  procurement: {
    none: [],
    involved: ['user-see-own-orders-and-involved'],
    department: ['user-see-all-orders-belonging-to-own-department'],
    company: ['user-see-all-orders-belonging-to-own-company'],
    all: ['user-see-all-orders'],
    admin: ['user-admin'],
  },
  invoice: {
    none: [],
    involved: ['user-see-own-invoices-and-involved'],
    department: [],
    company: ['user-see-all-invoices-belonging-to-own-company'],
    all: ['user-see-all-invoices'],
    admin: ['user-admin'],
  },
  contract: {
    none: [],
    involved: ['user-see-own-contracts-and-involved'],
    department: ['user-see-contracts-belonging-to-own-department'],
    company: ['user-see-contracts-belonging-to-own-company'],
    all: ['user-see-contracts'],
    admin: ['user-admin'],
  },
} as const;

type Scope = keyof (typeof scopes)['procurement'];

interface Case {
  readonly relation: Relation;
  readonly where: 'own' | 'own company, other department' | 'foreign';
  readonly status?: string;
  readonly kinds: readonly Kind[];
  readonly visibleTo: readonly Scope[];
}

const every: readonly Scope[] = ['none', 'involved', 'department', 'company', 'all', 'admin'];
const wide: readonly Scope[] = ['all', 'admin'];
const concerned: readonly Scope[] = ['involved', 'department', 'company', ...wide];
const all: readonly Kind[] = ['procurement', 'invoice', 'contract'];
const orders: readonly Kind[] = ['procurement'];

const cases: readonly Case[] = [
  { relation: 'stranger', where: 'foreign', kinds: all, visibleTo: wide },
  {
    relation: 'stranger',
    where: 'own',
    kinds: ['procurement', 'contract'],
    visibleTo: ['department', 'company', ...wide],
  },
  { relation: 'stranger', where: 'own', kinds: ['invoice'], visibleTo: ['company', ...wide] },
  {
    relation: 'stranger',
    where: 'own company, other department',
    kinds: all,
    visibleTo: ['company', ...wide],
  },
  { relation: 'creator', where: 'foreign', kinds: all, visibleTo: every },
  { relation: 'past assignee', where: 'foreign', kinds: all, visibleTo: every },
  { relation: 'assignee who declined', where: 'foreign', kinds: all, visibleTo: every },
  { relation: 'present assignee', where: 'foreign', kinds: all, visibleTo: every },
  { relation: 'member of the task group', where: 'foreign', kinds: all, visibleTo: every },
  { relation: 'member of a group that did a past step', where: 'foreign', kinds: all, visibleTo: every },
  { relation: 'member of an inactive task group', where: 'foreign', kinds: all, visibleTo: wide },
  { relation: 'member of a person, who is no task group', where: 'foreign', kinds: all, visibleTo: wide },
  { relation: 'future assignee', where: 'foreign', kinds: all, visibleTo: concerned },
  { relation: 'member of a future task group', where: 'foreign', kinds: all, visibleTo: concerned },
  { relation: 'commenter', where: 'foreign', kinds: all, visibleTo: wide },
  { relation: 'consignee', where: 'foreign', kinds: orders, visibleTo: concerned },
  { relation: 'responsible', where: 'foreign', kinds: ['contract'], visibleTo: concerned },
  { relation: 'order sender', where: 'foreign', kinds: orders, visibleTo: concerned },
  { relation: 'creator', where: 'own', status: 'draft', kinds: orders, visibleTo: every },
  { relation: 'stranger', where: 'own', status: 'draft', kinds: orders, visibleTo: [] },
  { relation: 'future assignee', where: 'own', status: 'draft', kinds: orders, visibleTo: [] },
  { relation: 'consignee', where: 'own', status: 'draft', kinds: orders, visibleTo: [] },
];

/** In the short form the widest scope that does not see the document, and the narrowest that does. */
function scopesOf(kind: Kind, visibleTo: readonly Scope[]): readonly Scope[] {
  // Invoices have no scope of the own department.
  const all = every.filter((scope) => scope === 'none' || scopes[kind][scope].length > 0);
  const first = all.findIndex((scope) => visibleTo.includes(scope));
  return inDepth(first < 0 ? all.slice(-1) : all.slice(Math.max(first - 1, 0), first + 1), all);
}

const table = cases.flatMap((each) =>
  each.kinds.map((kind) => ({
    ...each,
    kind,
    status: each.status ?? 'open',
    scopes: scopesOf(kind, each.visibleTo),
    seen: each.visibleTo.join(', ') || 'nobody',
  })),
);

describe('ROLE-01 ROLE-04 ROLE-05 ROLE-06 visibility of a document and its parts', () => {
  let parts: Record<Kind, string[]>;
  let places: Record<Case['where'], typeof own>;

  beforeAll(async () => {
    const catalogue = await readCatalogue(office.owner);
    parts = {
      procurement: partsOf(catalogue.values(), 'procurement'),
      invoice: partsOf(catalogue.values(), 'invoice'),
      contract: partsOf(catalogue.values(), 'contract'),
    };
    places = { own, foreign, 'own company, other department': { ...foreign, client_id: own.client_id } };
  });

  test('the parts of a document are found', () => {
    expect(parts.procurement).toEqual(
      expect.arrayContaining([
        'document_file',
        'file',
        'goods_receipt',
        'procurement_approver',
        'procurement_line',
        'procurement_supplier_order',
        'timeline_entry',
      ]),
    );
    expect(parts.invoice).toEqual(
      expect.arrayContaining(['invoice_line', 'invoice_tax', 'timeline_entry', 'file']),
    );
    expect(parts.contract).toEqual(
      expect.arrayContaining([
        'contract_line',
        'contract_reminder',
        'contract_term',
        'contract_version',
        'document_file',
        'file',
        'timeline_entry',
      ]),
    );
  });

  test.each(table)(
    '$status $kind, $where: $relation; visible with scope: $seen',
    async ({ kind, relation, where, status, visibleTo, scopes: asked }) => {
      for (const scope of asked) {
        const document = await addDocument(kind, places[where], status);
        await addParts(kind, parts[kind], document);
        const person = await office.person([...scopes[kind][scope], 'user-price'], own);
        await relations[relation](document, person);
        const seen = await seenParts(kind, parts[kind], document, person);
        const expected = Object.fromEntries(
          Object.keys(seen).map((name) => [name, visibleTo.includes(scope)]),
        );
        expect(seen, `with scope ${scope}`).toEqual(expected);
        everybody.push(person);
      }
    },
  );

  test('API-42 TECH-12 live events reach exactly those who see the document, for all people and documents', async () => {
    const all = await liveAndRead(office, everybody);
    expect(all.map(({ heard }) => heard)).toEqual(all.map(({ read }) => read));
    const pairs = all.reduce((sum, { heard }) => sum + heard.length, 0);
    expect(pairs).toBeGreaterThan(everybody.length);
  });

  test('ROLE-03 a task group gives its scope to its members', async () => {
    const document = await addDocument('procurement', foreign, 'open');
    const person = await office.person([], own);
    const sees = () =>
      office.as(person, (tx) => tx.query('select from procurement where id = $1', [document.id]));
    expect(await sees()).toHaveLength(0);
    await office.group([person], { roles: '{user-see-all-orders}' });
    expect(await sees()).toHaveLength(1);
  });

  test("seeing a request does not include its linked invoice, nor the invoice's audit", async () => {
    const request = await addDocument('procurement', foreign, 'open');
    const invoice = await addDocument('invoice', foreign, 'open');
    const contract = await addDocument('contract', foreign, 'open');
    await office.owner.query('update invoice set procurement_id = $1, contract_id = $2 where id = $3', [
      request.id,
      contract.id,
      invoice.id,
    ]);
    await office.owner.query('update procurement set contract_id = $1 where id = $2', [
      contract.id,
      request.id,
    ]);
    const person = await office.person(['user-see-all-orders'], own);
    const rows = await office.as(person, (tx) =>
      tx.query(
        'select "table" from audit_log where procurement_id = $1 or invoice_id = $2 or contract_id = $3',
        [request.id, invoice.id, contract.id],
      ),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).not.toContainEqual({ table: 'invoice' });
    expect(rows).not.toContainEqual({ table: 'contract' });
  });

  test.each(all)('ROLE-21 the audit of a deleted %s is open only to administrators', async (kind) => {
    const document = await addDocument(kind, own, 'open');
    await office.owner.query(`delete from ${kind} where id = $1`, [document.id]);
    const audit = (person: Person) =>
      office.as(person, (tx) => tx.query(`select type from audit_log where ${kind}_id = $1`, [document.id]));
    expect(await audit(await office.person(scopes[kind].all, own))).toEqual([]);
    expect(await audit(await office.person(['user-admin'], own))).toContainEqual({ type: 'delete' });
  });
});

/** Separate documents, and tables unreadable as stored. */
const unreadable = [
  'procurement',
  'invoice',
  'contract',
  'mail',
  'budget_amount',
  'order_movement',
  'invoice_state',
  'contract_month',
  'contract_notice_day',
  'contract_state',
  'approval_record',
  'document_hand',
];

/** Readable tables whose rows belong to a document of the kind; another document is no part. */
function partsOf(tables: Iterable<CatalogueTable>, kind: Kind): string[] {
  return [...tables]
    .filter(({ name, references }) => {
      const isPart = references.some(
        (reference) => reference.parent === kind && pointingColumn(reference)?.column === `${kind}_id`,
      );
      return isPart && !unreadable.includes(name);
    })
    .map(({ name }) => name);
}

async function addParts(kind: Kind, parts: readonly string[], document: Row): Promise<void> {
  const link = { [`${kind}_id`]: document.id };
  // Lines before receipts, files before their users: each row refers to the newest of the other table.
  const first = ['file', 'procurement_line'];
  for (const part of [
    ...first.filter((name) => parts.includes(name)),
    ...parts.filter((name) => !first.includes(name)),
  ]) {
    const values = part === 'timeline_entry' ? { timeline_id: document.timeline_id, status: 'comment' } : {};
    await office.add(part, { ...link, ...values });
  }
  await office.add('file_chunk', { file_id: office.factory.newest('file').id });
  await office.add('record_lock', { table_name: 'timeline', foreign_id: document.timeline_id });
}

/** The kinds of rows of the document that the person sees. */
function seenParts(
  kind: Kind,
  parts: readonly string[],
  document: Row,
  person: Person,
): Promise<Record<string, boolean>> {
  const ofDocument = parts.map((part) => [
    part,
    `select from ${quoted(part)} where ${kind}_id = $1`,
    document.id,
  ]);
  const others = [
    [kind, `select from ${kind} where id = $1`, document.id],
    ['timeline', 'select from timeline where id = $1', document.timeline_id],
    ['record_lock', 'select from record_lock where foreign_id = $1', document.timeline_id],
    ['file_chunk', 'select from file_chunk where file_id = $1', office.factory.newest('file').id],
    ['audit_log', `select from audit_log where ${kind}_id = $1`, document.id],
  ];
  return office.as(person, async (tx) =>
    Object.fromEntries(
      await Promise.all(
        [...ofDocument, ...others].map(async ([name, text, key]) => [
          name,
          (await tx.query(text ?? '', [key])).length > 0,
        ]),
      ),
    ),
  );
}

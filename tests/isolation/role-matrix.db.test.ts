import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Role, roleNumbers } from '../../src/features/session/roles.ts';
import { apiRole } from '../../src/platform/context.ts';
import type { Row } from '../support/tenants.ts';
import { Office, type Person } from './people.ts';
import { actionLines } from './role-actions.ts';
import { writeLines } from './role-writes.ts';

let office: Office;
let documents: { readonly kind: Kind; readonly place: Place; readonly row: Row }[];
let creator: Person;
let elsewhere: typeof home;
let addresses: readonly { readonly place: Place; readonly row: Row }[];
const home = { client_id: '', department_id: '' };

const kinds = ['procurement', 'invoice', 'contract'] as const;
type Kind = (typeof kinds)[number];
const places = ['involved', 'own department', 'own company', 'other company'] as const;
type Place = (typeof places)[number];

beforeAll(async () => {
  office = await Office.open();
  // Documents of a switched-off module are invisible (API-45).
  await office.owner.query(
    "insert into configuration (tenant_id, key, model, value) values (1, 'module_contract', 'boolean', 'true')",
  );
  const company = async () => String((await office.add('client')).id);
  const department = async (client_id: string) => String((await office.add('department', { client_id })).id);
  const other = await company();
  elsewhere = { client_id: other, department_id: await department(other) };
  home.client_id = await company();
  home.department_id = await department(home.client_id);
  const sites: Readonly<Record<Exclude<Place, 'involved'>, typeof home>> = {
    'own department': home,
    'own company': { client_id: home.client_id, department_id: await department(home.client_id) },
    'other company': elsewhere,
  };
  addresses = [
    { place: 'own company', row: await office.add('client_address', { client_id: home.client_id }) },
    { place: 'other company', row: await office.add('client_address', { client_id: other }) },
  ];
  creator = await office.person([], elsewhere);
  documents = [];
  for (const kind of kinds) {
    for (const place of ['own department', 'own company', 'other company'] as const) {
      documents.push({ kind, place, row: await add(kind, sites[place], creator) });
    }
  }
});
afterAll(() => office.close());

async function add(kind: Kind, site: typeof home, creator: Person): Promise<Row> {
  const timeline = await office.add('timeline');
  return office.add(kind, {
    ...site,
    timeline_id: timeline.id,
    creator_id: creator.id,
    ...(kind === 'procurement' ? { status: 'open', number: String(2_000_000 + Number(timeline.id)) } : {}),
  });
}

/**
 * The scope in which a person with the role sees documents of a kind, including one of another company with a later
 * step of that person.
 */
async function scopeOf(person: Person, kind: Kind): Promise<string> {
  const row = await add(kind, elsewhere, creator);
  await office.add('timeline_entry', {
    timeline_id: row.timeline_id,
    [`${kind}_id`]: row.id,
    lb_user_id: person.id,
    text_type: 'future',
  });
  const ofKind = documents.filter((document) => document.kind === kind);
  return farthest(person, kind, [{ place: 'involved', row }, ...ofKind]);
}

/** The widest scope whose rows of the table the person sees. */
async function farthest(
  person: Person,
  table: string,
  placed: readonly { readonly place: Place; readonly row: Row }[],
): Promise<string> {
  const rows = await office.as(person, (tx) => tx.query<{ id: string }>(`select id from ${table}`));
  const ids = new Set(rows.map(({ id }) => String(id)));
  const seen = places.filter((place) =>
    placed.some((each) => each.place === place && ids.has(String(each.row.id))),
  );
  return seen.at(-1) ?? '-';
}

/** The granted roles for a line of the matrix, where more than the role itself (ROLE-08). */
const held: Readonly<Record<string, readonly string[]>> = {
  none: [],
  'user-dashboard': ['user-dashboard', 'user-price'],
};

test('ROLE-01 ROLE-02 ROLE-03 ROLE-04 ROLE-12 ROLE-19 AUTH-29 the matrix of roles, actions and scopes is the reviewed one', async () => {
  const roles: readonly (Role | 'none')[] = ['none', ...(Object.keys(roleNumbers) as Role[])];
  const lines: string[][] = [['no', 'role', 'orders', 'invoices', 'contracts', 'addresses', 'prices']];
  for (const role of roles) {
    // Visibility and writes of an auditor have their own tests (ARC-04).
    if (role === 'user-operator' || role === 'user-auditor') continue;
    const person = await office.person(held[role] ?? [role], home);
    const scopes = [];
    for (const kind of kinds) scopes.push(await scopeOf(person, kind));
    const number = role === 'none' ? '-' : String(roleNumbers[role]);
    lines.push([
      number,
      role,
      ...scopes,
      await farthest(person, 'client_address', addresses),
      apiRole(office.context(person)).price ? 'yes' : '-',
    ]);
  }
  const matrix = [
    'How far each role sees documents in which the person has not had a task yet',
    table(lines),
    'Who takes which action on a purchase request, with the task, without it, and acting as who has it',
    '(all: whoever sees it; -: nobody; else the numbers of the roles of which one suffices)',
    table(actionLines()),
    'Who writes which table row by row, each write tried with each role alone',
    '(own: everybody the rows of the own profile; 2 asks as operator; tables that are missing nobody writes)',
    table(await writeLines(office)),
  ];
  await expect(`${matrix.join('\n\n')}\n`).toMatchFileSnapshot('role-matrix.txt');
});

function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

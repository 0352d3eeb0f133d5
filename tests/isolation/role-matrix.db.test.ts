import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '../../src/app/server/access.ts';
import { type Role, roleNumbers } from '../../src/features/session/roles.ts';
import { apiRole, hasRole } from '../../src/platform/context.ts';
import type { Row } from '../support/tenants.ts';
import { Office, type Person } from './people.ts';

let office: Office;
let documents: { readonly kind: Kind; readonly place: Place; readonly row: Row }[];
let addresses: readonly { readonly place: Place; readonly row: Row }[];
const home = { client_id: '', department_id: '' };

const kinds = ['procurement', 'invoice', 'contract'] as const;
type Kind = (typeof kinds)[number];
const places = ['own department', 'own company', 'other company'] as const;
type Place = (typeof places)[number];

beforeAll(async () => {
  office = await Office.open();
  const company = async () => String((await office.add('client')).id);
  const department = async (client_id: string) => String((await office.add('department', { client_id })).id);
  const elsewhere = await company();
  home.client_id = await company();
  home.department_id = await department(home.client_id);
  const sites: Readonly<Record<Place, typeof home>> = {
    'own department': home,
    'own company': { client_id: home.client_id, department_id: await department(home.client_id) },
    'other company': { client_id: elsewhere, department_id: await department(elsewhere) },
  };
  addresses = [
    { place: 'own company', row: await office.add('client_address', { client_id: home.client_id }) },
    { place: 'other company', row: await office.add('client_address', { client_id: elsewhere }) },
  ];
  const creator = await office.person([], sites['other company']);
  documents = [];
  for (const kind of kinds) {
    for (const place of places) {
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

/** How far somebody with the role sees the documents of a kind that do not concern him. */
async function scopeOf(person: Person, kind: Kind): Promise<string> {
  const ofKind = documents.filter((document) => document.kind === kind);
  return farthest(person, kind, ofKind);
}

/** The farthest place whose rows of the table the person sees. */
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

/** What the role may write row by row, beyond the own profile (ROLE-19). */
function writes(person: Person): string {
  const context = office.context(person);
  const { kind } = apiRole(context);
  const tables = Object.entries(access[kind]).flatMap(([table, rights]) =>
    Object.entries(rights)
      .filter(([, right]) => !('own' in right) && (right.role === undefined || hasRole(context, right.role)))
      .map(([verb]) => `${verb} ${table}`),
  );
  return tables.length > 20 ? `${tables.length} rights on master data` : tables.join(', ') || '-';
}

/** What is granted for a line of the matrix, where it is not the role alone (ROLE-08). */
const held: Readonly<Record<string, readonly string[]>> = {
  none: [],
  'user-dashboard': ['user-dashboard', 'user-price'],
};

test('ROLE-01 ROLE-02 ROLE-03 ROLE-04 ROLE-19 the matrix of roles, actions and scopes is the reviewed one', async () => {
  const roles: readonly (Role | 'none')[] = ['none', ...(Object.keys(roleNumbers) as Role[])];
  const lines: string[][] = [
    ['no', 'role', 'orders', 'invoices', 'contracts', 'addresses', 'prices', 'writes'],
  ];
  for (const role of roles) {
    if (role === 'user-operator') continue;
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
      writes(person),
    ]);
  }
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('role-matrix.txt');
});

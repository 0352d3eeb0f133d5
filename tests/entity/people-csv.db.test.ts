import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleTemplates } from '../../src/features/people/role-templates.ts';
import { grantableRoles, user } from '../../src/features/people/user.ts';
import { exported } from './exports.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;

beforeAll(async () => {
  setup = await openImports();
});
afterAll(() => setup.close());

test('SHEET-14 ADM-20 ROLE-04 exported people are imported again unchanged, with any rights', async () => {
  const { tenantId } = setup.admin.context;
  // A person with every right, one with a single right, one without, including all scopes.
  const rights = grantableRoles.filter((role) => role !== 'user-auditor');
  const held = [rights, ...rights.map((role) => [role]), []];
  for (const [place, roles] of held.entries()) {
    // ROLE-08: the dashboard needs prices.
    const all = roles.includes('user-dashboard') ? [...new Set([...roles, 'user-price'])] : roles;
    await setup.demo.web.sql(
      `insert into lb_user (tenant_id, email, name, roles, approval_limit) values ($1, $2, $3, $4, $5)`,
      [tenantId, `rechte${place}@demo.test`, `Rechte ${place}`, all, place === 0 ? '1234.50' : null],
    );
  }
  // An auditor has no other right (ARC-04).
  await setup.demo.web.sql(
    `insert into lb_user (tenant_id, email, name, roles, auditor_client_id, auditor_from, auditor_until, auditor_ends_on)
     select $1, 'pruefer@demo.test', 'Prüfer', '{user-auditor}', min(id), '2024-01-01', '2025-12-31', '2026-12-31'
     from client where tenant_id = $1`,
    [tenantId],
  );
  const before = await exported(setup.admin, user);
  expect(before).toContain('Bestellungen: eigene Firma');
  const { result } = await setup.run('lb_user', before);
  const report = result.report_file_id ? await setup.report(result) : [];
  expect(report).toEqual([]);
  expect(result).toMatchObject({ added: 0, changed: 0, problems: 0 });
  expect(result.unchanged).toBeGreaterThan(held.length);
  expect(await exported(setup.admin, user)).toBe(before);
});

test('APPR-20 SHEET-14 a line that names a blocked substitute is reported; an existing one stays', async () => {
  const { tenantId } = setup.admin.context;
  await setup.demo.web.sql(
    `with blocked as (insert into lb_user (tenant_id, email, name, blocked) values ($1, 'gesperrt@demo.test', 'Gesperrt', false) returning id)
     insert into lb_user (tenant_id, email, name, substitute_id) select $1, 'vertreten@demo.test', 'Vertreten', id from blocked`,
    [tenantId],
  );
  await setup.demo.web.sql("update lb_user set blocked = true where email = 'gesperrt@demo.test'");
  const head = 'Name;E-Mail;Sprache;Vertretung';
  const reported = await setup.run(
    'lb_user',
    `${head}\nAndere;andere@demo.test;Deutsch;\nNeu;neuv@demo.test;Deutsch;Gesperrt\n`,
  );
  expect(reported).toMatchObject({ state: 'done', result: { added: 0, problems: 1 } });
  expect(await setup.report(reported.result)).toEqual([
    '3;Vertretung;Gesperrt;Dieser Eintrag ist nicht mehr aktiv oder hier nicht wählbar. Bitte wählen Sie einen anderen.;Neu;neuv@demo.test;Deutsch;Gesperrt',
  ]);
  const kept = await setup.run('lb_user', `${head}\nVertreten neu;vertreten@demo.test;Deutsch;Gesperrt\n`);
  expect(kept.result).toMatchObject({ changed: 1, problems: 0 });
});

test('ADM-21 the name of a template is read as its rights, beside single rights', async () => {
  const { result } = await setup.run(
    'lb_user',
    'Name;E-Mail;Sprache;Rechte\nVorlage Eins;vorlage1@demo.test;Deutsch;Anfordernde\nVorlage Zwei;vorlage2@demo.test;Deutsch;"Vorlage Einkauf; Dashboard"\n',
  );
  expect(result.report_file_id ? await setup.report(result) : []).toEqual([]);
  expect(result).toMatchObject({ added: 2 });
  // New rights wait for a second administrator (AUTH-31).
  const given = await setup.demo.web.sql<{ roles: string }>(
    `select concat(u.roles::text, string_agg(c.after::text, ' ')) as roles
     from lb_user u left join control_change c on c.tenant_id = u.tenant_id and c.of_table = 'lb_user' and c.of_id = u.id
     where u.email like 'vorlage_@demo.test' group by u.id, u.roles order by u.id`,
  );
  const [requesting = '', purchasing = ''] = given.map(({ roles }) => roles);
  for (const role of roleTemplates.requesting) expect(requesting).toContain(role);
  for (const role of [...roleTemplates.purchasing, 'user-dashboard']) expect(purchasing).toContain(role);
  expect(requesting).not.toContain('user-change-order');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantableRoles, user } from '../../src/features/people/user.ts';
import { exported } from './exports.ts';
import { type ImportStage, openImports } from './imports.ts';

let stage: ImportStage;

beforeAll(async () => {
  stage = await openImports();
});
afterAll(() => stage.close());

test('SHEET-14 ADM-20 ROLE-04 people who are exported are imported again unchanged, whatever rights they hold', async () => {
  const { tenantId } = stage.admin.context;
  // One who holds every right that there is, one with one, one without: what one sees of each kind included.
  const rights = grantableRoles.filter((role) => role !== 'user-auditor');
  const held = [rights, ...rights.map((role) => [role]), []];
  for (const [place, roles] of held.entries()) {
    // ROLE-08: the dashboard needs prices.
    const all = roles.includes('user-dashboard') ? [...new Set([...roles, 'user-price'])] : roles;
    await stage.demo.web.sql(
      `insert into lb_user (tenant_id, email, name, roles, approval_limit) values ($1, $2, $3, $4, $5)`,
      [tenantId, `rechte${place}@demo.test`, `Rechte ${place}`, all, place === 0 ? '1234.50' : null],
    );
  }
  // Who holds that one holds no other (ARC-04).
  await stage.demo.web.sql(
    `insert into lb_user (tenant_id, email, name, roles, auditor_client_id, auditor_from, auditor_until, auditor_ends_on)
     select $1, 'pruefer@demo.test', 'Prüfer', '{user-auditor}', min(id), '2024-01-01', '2025-12-31', '2026-12-31'
     from client where tenant_id = $1`,
    [tenantId],
  );
  const before = await exported(stage.admin, user);
  expect(before).toContain('Bestellungen: eigene Firma');
  const { result } = await stage.run('lb_user', before);
  const report = result.report_file_id ? await stage.report(result) : [];
  expect(report).toEqual([]);
  expect(result).toMatchObject({ added: 0, changed: 0, problems: 0 });
  expect(result.unchanged).toBeGreaterThan(held.length);
  expect(await exported(stage.admin, user)).toBe(before);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordProof } from '../../src/platform/server/operation-proof.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { documentation, explainGaps, fileOf, made, make, pagesOf, wordsOf, write } from './documentations.ts';

let demo: DemoWeb;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
});
afterAll(() => demo?.close());

const gapsOf = async () => (await documentation(admin)).gaps.map(({ key }) => key);
const textOf = async (key: string) =>
  (await documentation(admin)).parts.flatMap(({ chapters }) => chapters).find((one) => one.key === key)
    ?.text ?? '';
const backup = { file: 'kontor.backup', tables: 190, bytes: 42_000_000 };
const rehearsal = { file: 'kontor.backup', of: '2026-01-02T03:04:05Z', tables: 190, rows: 1234, findings: 0 };

test('ARC-07 a claim without proof is named as a gap, and no version is kept before it is explained', async () => {
  expect(await gapsOf()).toEqual([
    'places',
    'scanning',
    'encryption',
    'backup',
    'rehearsal',
    'training',
    'second_administrator',
    'access_review',
    'audit_check',
  ]);
  const refused = await make(admin);
  expect(refused.status).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'gaps_open' });
  expect((await documentation(admin)).versions).toEqual([]);
});

test('ARC-07 without proof the documentation claims no backup, rehearsal or encrypted connection', async () => {
  expect(wordsOf(await documentation(admin), 'backup')).toContain('kein Nachweis');
  expect(await textOf('backup')).toContain('Das Unternehmen ist verpflichtet');
  expect(await textOf('backup')).not.toMatch(/wird täglich gesichert|wird mindestens einmal im Jahr geprobt/);
  expect(await textOf('system')).not.toContain('verschlüsselte Verbindung');
  expect(wordsOf(await documentation(admin), 'system')).toContain('nicht verschlüsselt');
});

test('ARC-07 a recorded backup, rehearsal and check close their gaps with time and figures', async () => {
  const { ownerUrl } = demo.web;
  await recordProof(ownerUrl, { kind: 'backup', isPassed: true, figures: backup });
  await recordProof(ownerUrl, { kind: 'rehearsal', isPassed: true, figures: rehearsal });
  await recordProof(ownerUrl, { kind: 'audit_check', isPassed: false, figures: { rows: 9, findings: 2 } });
  const gaps = await gapsOf();
  expect(gaps).not.toContain('backup');
  expect(gaps).not.toContain('rehearsal');
  // A check with findings proves nothing.
  expect(gaps).toContain('audit_check');
  const answer = await documentation(admin);
  expect(wordsOf(answer, 'backup')).toContain('Tabellen: 190, 42 MB');
  expect(wordsOf(answer, 'proofs')).toContain('geprüfte Einträge: 9, Auffälligkeiten: 2');
  await recordProof(ownerUrl, { kind: 'audit_check', isPassed: true, figures: { rows: 9, findings: 0 } });
  expect(await gapsOf()).not.toContain('audit_check');
});

test('ARC-07 proofs that are too old are gaps again', async () => {
  await demo.web.sql("update operation_proof set proven_at = proven_at - interval '27 hours'");
  expect(await gapsOf()).toContain('backup');
  expect(await gapsOf()).not.toContain('rehearsal');
  await demo.web.sql("update operation_proof set proven_at = proven_at - interval '366 days'");
  expect(await gapsOf()).toEqual(expect.arrayContaining(['rehearsal', 'audit_check']));
  await demo.web.sql('delete from operation_proof');
  await recordProof(demo.web.ownerUrl, { kind: 'backup', isPassed: true, figures: backup });
});

test('ARC-07 a text of the company fills the gap of its chapter, and a second administrator that of two persons', async () => {
  for (const chapter of ['places', 'scanning', 'training'])
    await write(admin, { chapter, text: 'Wie es hier ist.', expected: await textOf(chapter) });
  await demo.web.sql(
    `insert into lb_user (tenant_id, email, name, roles) values ($1, 'zweite@demo.test', 'Zoe Zweite', '{user-admin}')`,
    [admin.context.tenantId],
  );
  expect(await gapsOf()).toEqual(['encryption', 'rehearsal', 'access_review', 'audit_check']);
  expect(wordsOf(await documentation(admin), 'controls')).toContain('Es gibt 2 Administratoren');
});

test('ARC-07 rules that people may approve their own requests are named instead of the four eyes', async () => {
  const before = wordsOf(await documentation(admin), 'controls');
  expect(before).not.toContain('Ausnahme von den vier Augen');
  await demo.web.sql("update client set self_approval = 'allowed' where name = 'Nordfeld Logistik GmbH'");
  expect(wordsOf(await documentation(admin), 'controls')).toContain(
    'bis zu ihrem Limit: Nordfeld Logistik GmbH.',
  );
});

test('ARC-07 explained gaps and all chapters of the pattern are in the kept version', async () => {
  await explainGaps(admin);
  const { number } = await made(admin);
  const text = (await pagesOf((await fileOf(admin, number)).body)).join(' ');
  for (const words of [
    'Orte und Auftragsverarbeiter',
    'Papier und ersetzendes Scannen',
    'Original speichern',
    'abgelehnt: zurück an die anfordernde Person',
    'Nummernkreise',
    'Kontenplan und Steuerschlüssel',
    'Z3 Datenträgerüberlassung',
    'Einweisung und Schulung',
    'Eingesetzte Programmversionen',
    'Begriffe',
    'Unterschriften',
    'Erklärt: rehearsal',
  ])
    expect(text).toContain(words);
  expect(await documentation(admin)).toMatchObject({ isChanged: false });
  // A new backup changes nothing that the version describes.
  await recordProof(demo.web.ownerUrl, { kind: 'backup', isPassed: true, figures: backup });
  expect(await documentation(admin)).toMatchObject({ isChanged: false });
});

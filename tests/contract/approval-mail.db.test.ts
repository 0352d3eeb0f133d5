import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/documents.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { mailTokens } from '../support/web.ts';
import { ContractStage, terms } from './contract-stage.ts';

const publicUrl = 'http://localhost:8080';
const approver = 'approver1@demo.test';

let stage: ContractStage;
beforeAll(async () => {
  stage = await ContractStage.open();
});
afterAll(() => stage.close());

/** A contract on which approver1 has to decide, and nobody else. */
async function asked() {
  const { context } = await stage.demo.person(approver);
  const { tenantId, userId: personId } = context;
  await stage.sql(
    `insert into department_approver (tenant_id, department_id, lb_user_id, is_required) values ($1, $2, $3, true)
     on conflict do nothing`,
    [tenantId, stage.parties.department_id, personId],
  );
  await stage.sql('update lb_user set approval_limit = null where id = $1', [personId]);
  await stage.sql('delete from notification');
  const { contract_save: made } = await stage.admin.get<{ contract_save: { id: number } }>(
    `mutation ($key: uuid!, $head: contract_save_head_input) {
      contract_save(idempotency_key: $key, head: $head, lines: [{ name: "Inspektion Миронов", total: "312.5", quantity: "1", unit: "Stück" }]) { id } }`,
    { key: randomUUID(), head: { name: 'Wartung Krane', ...stage.parties, ...terms } },
  );
  const contract = async () => {
    const { contract: rows } = await stage.admin.get<{ contract: never[] }>(
      `{ contract(where: { id: { _eq: ${made.id} } }) { id status timeline { content_version } } }`,
    );
    return rows[0] as never;
  };
  await stage.act(await contract(), 'to_check');
  await stage.act(await contract(), 'to_approval');
  await sendDigest(
    { database: stage.demo.web.database, publicUrl, kinds, tokens: mailTokens },
    { tenantId, personId },
  );
  const { json } = await stage.demo.send({ url: `/api/dev/outbox?to=${encodeURIComponent(approver)}` });
  const [mail] = json<readonly { text: string; links: string[] }[]>();
  const link = mail?.links.find((one) => one.startsWith(`${publicUrl}/approve#`)) ?? '';
  return { id: made.id, text: mail?.text ?? '', token: link.split('#')[1] ?? '' };
}

it('MAIL-06 MAIL-03 CON-06 whoever has to approve a contract is told what it costs, and approves from the mail', async () => {
  const { id, text, token } = await asked();
  for (const part of [
    'Wartung Krane',
    '- 1 Stück Inspektion Миронов',
    'Netto: 312,50 EUR',
    'Kostenstelle: 1000',
  ])
    expect(text).toContain(part);
  const post = (url: string, payload: object) => stage.demo.send({ method: 'POST', url, payload });
  const shown = (await post('/api/approval/preview', { token })).json<{ brief: { lines: object[] } }>();
  expect(shown.brief.lines).toMatchObject([{ text: 'Inspektion Миронов', net: '312.50' }]);
  const answer = await post('/api/approval', { token, decision: 'approve' });
  expect(answer.json()).toMatchObject({ decision: { isApproved: true, isOwn: true } });
  expect(await stage.sql('select status from contract where id = $1', [id])).toEqual([
    { status: 'signature' },
  ]);
});

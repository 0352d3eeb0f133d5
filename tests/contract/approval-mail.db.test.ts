import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import type { Caller } from '../support/demo-api.ts';
import { mailTokens } from '../support/web.ts';
import { ContractSetup, terms } from './contract-setup.ts';

const publicUrl = 'http://localhost:8080';
const approver = 'approver1@demo.test';

let setup: ContractSetup;
beforeAll(async () => {
  setup = await ContractSetup.open();
});
afterAll(() => setup.close());

/** A contract that only approver1 must approve. */
async function asked(send: typeof sendDigest = sendDigest) {
  const { context } = await setup.demo.person(approver);
  const { tenantId, userId: personId } = context;
  await setup.sql(
    `insert into department_approver (tenant_id, department_id, lb_user_id, is_required) values ($1, $2, $3, true)
     on conflict do nothing`,
    [tenantId, setup.parties.department_id, personId],
  );
  await setup.sql('update lb_user set approval_limit = null where id = $1', [personId]);
  await setup.sql('delete from notification');
  const { contract_save: made } = await setup.admin.get<{ contract_save: { id: number } }>(
    `mutation ($key: uuid!, $head: contract_save_head_input) {
      contract_save(idempotency_key: $key, head: $head, lines: [{ name: "Inspektion Миронов", total: "312.5", quantity: "1", unit: "Stück" }]) { id } }`,
    {
      key: randomUUID(),
      head: {
        name: 'Wartung Krane',
        ...setup.parties,
        ...terms,
        start_date: '2099-01-01',
        usage_type: 'monthly',
      },
    },
  );
  const contract = async () => {
    const { contract: rows } = await setup.admin.get<{ contract: never[] }>(
      `{ contract(where: { id: { _eq: ${made.id} } }) { id status timeline { content_version } } }`,
    );
    return rows[0] as never;
  };
  await setup.act(await contract(), 'to_check');
  await setup.act(await contract(), 'to_approval');
  await send(
    { database: setup.demo.web.database, publicUrl, kinds, tokens: mailTokens },
    { tenantId, personId },
  );
  const { json } = await setup.demo.send({ url: `/api/dev/outbox?to=${encodeURIComponent(approver)}` });
  const [mail] = json<readonly { text: string; links: string[] }[]>();
  const link = mail?.links.find((one) => one.startsWith(`${publicUrl}/approve#`)) ?? '';
  return { id: made.id, text: mail?.text ?? '', token: link.split('#')[1] ?? '' };
}

it('MAIL-06 MAIL-03 CON-06 CON-39 the mail shows approvers the cost and commitment of a contract, and lets them approve', async () => {
  const { id, text, token } = await asked();
  for (const part of [
    'Wartung Krane',
    '- 1 Stück Inspektion Миронов',
    'Netto im Jahr: 3.750,00 EUR',
    'Verpflichtung: 3.750,00 EUR bis 31.12.2099',
    'Kostenstelle: 1000',
  ])
    expect(text).toContain(part);
  const post = (url: string, payload: object) => setup.demo.send({ method: 'POST', url, payload });
  const shown = (await post('/api/approval/preview', { token })).json<{
    brief: { lines: object[]; commitment: object };
  }>();
  expect(shown.brief.lines).toMatchObject([{ text: 'Inspektion Миронов', net: '312.50' }]);
  const commitment = { net: '3750.00', until: '2099-12-31' };
  expect(shown.brief.commitment).toEqual({ ...commitment, yearly: '3750.00', currency: 'EUR' });
  expect(await committed(setup.admin, id)).toEqual({ ...commitment, net: 3750 });
  const answer = await post('/api/approval', { token, decision: 'approve' });
  expect(answer.json()).toMatchObject({ decision: { isApproved: true, isOwn: true } });
  expect(await setup.sql('select status from contract where id = $1', [id])).toEqual([
    { status: 'signature' },
  ]);
});

async function committed(who: Caller, id: number): Promise<unknown> {
  const { contract } = await who.get<{ contract: readonly { commitment: unknown }[] }>(
    `{ contract(where: { id: { _eq: ${id} } }) { commitment { net until } } }`,
  );
  return contract[0]?.commitment;
}

it('CON-39 ROLE-07 page, list and mail hide the commitment of a contract from people without prices', async () => {
  await setup.sql("update lb_user set roles = array_remove(roles, 'user-price') where email = $1", [
    approver,
  ]);
  const { id, text } = await asked();
  expect(text).toContain('Wartung Krane');
  expect(text).not.toContain('Verpflichtung');
  expect(await committed(await setup.demo.person(approver), id)).toBeNull();
});

it('MAIL-03 a mail whose summary fails is finally sent without it', async () => {
  const { text, token } = await asked(async (parts, person) => {
    const broken = kinds.map((kind) =>
      kind.name === 'contract' && kind.shortLine
        ? { ...kind, shortLine: { ...kind.shortLine, text: 'no_such_column' } }
        : kind,
    );
    await expect(sendDigest({ ...parts, kinds: broken }, person)).rejects.toThrow();
    await sendDigest({ ...parts, kinds: broken, hasBriefs: false }, person);
  });
  expect(text).toContain('/contract/form?id=');
  expect(text).not.toContain('Миронов');
  expect(token).toBe('');
});

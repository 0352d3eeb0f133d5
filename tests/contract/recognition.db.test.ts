import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractRecognitionJobs } from '../../src/features/contract/server/recognition/recognition-job.ts';
import { documentReader } from '../../src/features/recognition/server/reader.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { formOf, type WebCaller } from '../support/demo-web.ts';
import { contractPage, drawContract } from '../support/drawn-contract.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { jpeg, pdf } from '../support/sample-files.ts';
import { type Contract, ContractStage, terms } from './contract-stage.ts';

let stage: ContractStage;
let keeper: WebCaller;
let partner: { readonly id: number; readonly name: string };
beforeAll(async () => {
  stage = await ContractStage.open();
  keeper = await stage.demo.person('requester@demo.test');
  const [row] = await stage.sql<{ id: string }>(
    `insert into supplier (tenant_id, name, iban)
     values ($1, 'Nordlicht Software GmbH', 'DE89370400440532013000') returning id`,
    [stage.admin.context.tenantId],
  );
  partner = { id: Number(row?.id), name: 'Nordlicht Software GmbH' };
});
afterAll(() => stage.close());

const upload = (who: WebCaller, { id }: Contract, bytes: Buffer, name = 'Vertrag.pdf') =>
  who.send({ url: '/api/file', ...formOf({ kind: 'contract', document: String(id) }, [{ name, bytes }]) });

interface Row {
  readonly id: string;
  readonly state: string;
  readonly failure: string | null;
  readonly job_id: string;
  readonly file_id: string;
}

const rowsOf = async ({ id }: Contract) =>
  await stage.sql<Row>(
    'select id, state, failure, job_id, file_id from contract_recognition where contract_id = $1 order by id',
    [id],
  );

/** Reads the newest document, like a worker. */
async function work(contract: Contract): Promise<void> {
  const { database, clock, log } = stage.demo.web;
  const jobs = contractRecognitionJobs({ database, read: documentReader().readContract });
  const row = (await rowsOf(contract)).at(-1);
  await runJob({ database, clock, log: log.log, ...jobs }, stage.admin.context.tenantId, Number(row?.job_id));
}

interface Shown {
  readonly contract: {
    readonly supplier: unknown;
    readonly start_date: string | null;
    readonly contract_recognitions: readonly {
      readonly id: number;
      readonly state: string;
      readonly dismissed: readonly string[];
      readonly raw: {
        readonly fields: Record<
          string,
          { value: unknown; sure: boolean; page: number; box: number[] } | null
        >;
      };
      readonly supplier: { readonly id: number; readonly name: string } | null;
    }[];
  } | null;
}

const shown = async ({ id }: Contract, who = stage.admin) =>
  (
    await who.get<Shown>(
      `query ($id: bigint!) { contract: contract_by_pk(id: $id) { supplier { id } start_date
        contract_recognitions(order_by: { id: desc }) { id state dismissed raw supplier { id name } } } }`,
      { id },
    )
  ).contract;

const draft = () => stage.save({ head: { client_id: stage.parties.client_id } });

/** A running contract whose responsible person may not change contracts. */
async function responsible(): Promise<Contract> {
  const { id, timeline } = await stage.signed();
  const head = { responsible_id: keeper.context.userId };
  return await stage.save({ id, version: timeline.content_version, head });
}

describe('CON-01 ARC-01 an uploaded contract PDF', () => {
  it('is stored byte for byte, read in the background, and fills no field automatically', async () => {
    const made = await draft();
    const bytes = await drawContract({ name: partner.name, iban: 'DE89 3704 0044 0532 0130 00' });
    const answer = await upload(stage.admin, made, bytes);
    expect(answer.status).toBe(200);
    const [row] = await rowsOf(made);
    expect(row).toMatchObject({ state: 'queued', file_id: answer.json<{ id: string }>().id });
    await work(made);
    const contract = await shown(made);
    expect(contract).toMatchObject({ supplier: null, start_date: null });
    const [reading] = contract?.contract_recognitions ?? [];
    expect(reading?.supplier).toEqual({ id: partner.id, name: partner.name });
    expect(reading?.raw.fields).toMatchObject({
      contractNumber: { value: 'SW-2026/0417', sure: true, page: 1 },
      startDate: { value: '2026-07-01' },
      contractDate: { value: '2026-05-12', sure: false },
      minimumTerm: { value: { count: 24, unit: 'month' } },
      renewal: { value: { type: 'auto', period: { count: 12, unit: 'month' } } },
      notice: { value: { count: 3, unit: 'month' } },
      noticeTo: { value: 'term' },
    });
    expect(reading?.raw.fields.notice?.box).toHaveLength(4);
    const [file] = await stage.sql<{ sha256: Buffer }>('select sha256 from file where id = $1', [
      row?.file_id,
    ]);
    expect(file?.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true);
  });

  it('ROLE-07 keeps a read price apart from the other values, and the name of an unknown partner', async () => {
    const made = await draft();
    const text = contractPage({ name: 'Unbekannte Werkstatt GmbH' });
    const priced = text.replace(
      '     § 3 Zahlung',
      '     § 3 Vergütung\n     Die Vergütung beträgt monatlich 1.245,50 EUR.',
    );
    await upload(stage.admin, made, await drawTyped(priced));
    await work(made);
    const [reading] = await stage.sql<{ price: unknown; fields: Readonly<Record<string, unknown>> }>(
      "select price, raw -> 'fields' as fields from contract_recognition where contract_id = $1",
      [made.id],
    );
    expect(reading?.price).toMatchObject({ value: { amount: '1245.50', interval: 'month' }, page: 1 });
    expect(reading?.fields).not.toHaveProperty('price');
    expect(reading?.fields).toMatchObject({
      title: { value: 'Softwarevertrag' },
      partnerName: { value: 'Unbekannte Werkstatt GmbH' },
    });
    const [audit] = await stage.sql<{ count: string }>(
      "select count(*) from audit_log where \"table\" = 'contract_recognition' and data_after::text like '%1245.50%'",
    );
    expect(audit?.count).toBe('0');
  });

  it('proposes no partner if two suppliers match, and none of another tenant', async () => {
    await stage.sql(
      `insert into supplier (tenant_id, name)
       select id, 'Zwilling AG'
       from (select id, generate_series(1, case when id = $1 then 2 else 1 end) as place from tenant) t`,
      [stage.admin.context.tenantId],
    );
    const made = await draft();
    await upload(stage.admin, made, await drawContract({ name: 'Zwilling AG' }));
    await work(made);
    expect((await shown(made))?.contract_recognitions[0]).toMatchObject({ state: 'done', supplier: null });
  });

  it('REC-09 reports why it cannot be read, without blocking the contract', async () => {
    const made = await draft();
    await upload(stage.admin, made, pdf);
    await work(made);
    expect((await rowsOf(made))[0]).toMatchObject({ state: 'failed', failure: expect.any(String) });
  });

  it('is read once per upload, unlike other file types', async () => {
    const made = await draft();
    expect((await upload(stage.admin, made, jpeg, 'Foto.jpg')).status).toBe(200);
    expect(await rowsOf(made)).toEqual([]);
  });

  it('has proposals that stay dismissed, by people who may change the contract only', async () => {
    const made = await draft();
    await upload(stage.admin, made, await drawContract(partner));
    await work(made);
    const id = (await shown(made))?.contract_recognitions[0]?.id;
    const given = `recognition_id: ${id}, proposals: [`;
    await stage.act(made, 'dismiss_proposals', `${given}start_date, term_type]`);
    await stage.act(made, 'dismiss_proposals', `${given}start_date]`);
    expect((await shown(made))?.contract_recognitions[0]?.dismissed).toEqual(['start_date', 'term_type']);
    const running = await responsible();
    expect(
      await keeper.refusal(stage.mutation(running, 'dismiss_proposals', `${given}duration]`)),
    ).toMatchObject({ code: 'step_not_possible' });
    // A recognition of another contract cannot be reached through this one.
    expect(
      await stage.admin.refusal(stage.mutation(running, 'dismiss_proposals', `${given}duration]`)),
    ).toMatchObject({ code: 'not_found', field: 'recognition_id' });
    expect((await shown(made))?.contract_recognitions[0]?.dismissed).not.toContain('duration');
  });

  it('TECH-20 can be read again after a failure, by people who may change the contract', async () => {
    const made = await draft();
    const bytes = await drawContract(partner);
    await upload(stage.admin, made, bytes);
    await stage.sql(
      `update contract_recognition set state = 'failed', failure = 'not_safe', ended_at = now() where contract_id = $1`,
      [made.id],
    );
    const [failed] = await rowsOf(made);
    const again = `recognition_id: ${failed?.id}`;
    // A recognition of another contract cannot be reached through this one.
    expect(await stage.admin.refusal(stage.mutation(await draft(), 'read_again', again))).toMatchObject({
      code: 'not_found',
      field: 'recognition_id',
    });
    await stage.act(made, 'read_again', again);
    // A second click on the same failure does nothing.
    expect(await stage.admin.refusal(stage.mutation(made, 'read_again', again))).toMatchObject({
      code: 'step_not_possible',
    });
    await work(made);
    expect(await rowsOf(made)).toMatchObject([
      { state: 'failed', file_id: failed?.file_id },
      { state: 'done', failure: null, file_id: failed?.file_id },
    ]);
  });

  it('TECH-20 cannot be read again by people who only see the contract', async () => {
    const head = { name: 'Wartung', ...stage.parties, ...terms, responsible_id: keeper.context.userId };
    const made = await stage.save({ head });
    await upload(stage.admin, made, pdf);
    await work(made);
    const checked = await stage.act(made, 'to_check', `person_id: ${stage.admin.context.userId}`);
    const [failed] = await rowsOf(made);
    const again = stage.mutation(checked, 'read_again', `recognition_id: ${failed?.id}`);
    expect(await keeper.refusal(again)).toMatchObject({ code: 'step_not_possible' });
    expect(await rowsOf(made)).toHaveLength(1);
  });

  it('TECH-20 is not read again after it was removed from the contract', async () => {
    const made = await draft();
    await upload(stage.admin, made, pdf);
    await work(made);
    const [failed] = await rowsOf(made);
    const removed = await stage.admin.send({ method: 'DELETE', url: `/api/file/${failed?.file_id}` });
    expect(removed.status).toBe(200);
    const again = stage.mutation(made, 'read_again', `recognition_id: ${failed?.id}`);
    expect(await stage.admin.refusal(again)).toMatchObject({ code: 'step_not_possible' });
    expect(await rowsOf(made)).toHaveLength(1);
  });
});

/** A notice received in the past, confirmed by the responsible person (CON-40). */
async function noticed(contract: Contract): Promise<Contract> {
  const proposed = await stage.act(
    contract,
    'terminate',
    'terminated_on: "2026-06-04", notice_sent_on: "2026-06-01", comment: "Eingang vermerkt"',
  );
  return await stage.act(proposed, 'confirm_ending', '', keeper);
}

describe('CON-10 CON-28 documents of a notice', () => {
  it('CON-08 the responsible person may add and remove the proof without the right to change contracts', async () => {
    const running = await responsible();
    const ended = await noticed(running);
    const answer = await upload(keeper, ended, pdf, 'Eingangsbestätigung.pdf');
    expect(answer.status).toBe(200);
    expect(await rowsOf(ended)).toEqual([]);
    const id = answer.json<{ id: string }>().id;
    const files = async () =>
      await stage.sql('select name from document_file where contract_id = $1', [ended.id]);
    expect(await files()).toEqual([{ name: 'Eingangsbestätigung.pdf' }]);
    expect((await keeper.send({ method: 'DELETE', url: `/api/file/${id}` })).status).toBe(200);
    expect(await files()).toEqual([]);
    // Received files stay for their legal retention (ARC-01).
    expect(await stage.sql('select name from file where id = $1', [id])).toEqual([
      { name: 'Eingangsbestätigung.pdf' },
    ]);
  });

  it('CON-38 signed documents cannot be removed, not even by an administrator; newer ones can be added', async () => {
    const made = await stage.save({ head: { name: 'Wartung', ...stage.parties, ...terms } });
    const answer = await upload(stage.admin, made, pdf, 'Vertrag.pdf');
    const id = answer.json<{ id: string }>().id;
    const [row] = await stage.sql<{ content_version: number }>(
      'select t.content_version from timeline t join contract k on k.timeline_id = t.id where k.id = $1',
      [made.id],
    );
    const read = { ...made, timeline: { ...made.timeline, content_version: Number(row?.content_version) } };
    const signed = await stage.act(await stage.act(await stage.act(read, 'to_check'), 'to_signing'), 'sign');
    // Simulates a contract without approvals, whose files no record covers.
    await stage.sql('delete from approval_record where contract_id = $1', [signed.id]);
    const removed = await stage.admin.send({ method: 'DELETE', url: `/api/file/${id}` });
    expect(removed.json()).toMatchObject({ code: 'attachment_approved' });
    expect((await upload(stage.admin, signed, jpeg, 'Nachtrag.jpg')).status).toBe(200);
    expect(
      await stage.sql('select name from document_file where contract_id = $1 order by id', [signed.id]),
    ).toEqual([{ name: 'Vertrag.pdf' }, { name: 'Nachtrag.jpg' }]);
    expect((await stage.admin.send({ url: `/api/file/${id}` })).status).toBe(200);
  });

  it('other people who see the contract may not', async () => {
    await stage.sql(
      `update lb_user set roles = roles || '{user-see-contracts}'::text[] where email = 'buyer@demo.test'`,
    );
    const buyer = await stage.demo.person('buyer@demo.test');
    const running = await responsible();
    const answer = await upload(buyer, running, pdf);
    expect(answer.status).not.toBe(200);
    expect(answer.json()).toMatchObject({ code: 'no_edit_permission' });
  });

  it('correcting the day of receipt moves the end, and the timeline records both days', async () => {
    const running = await responsible();
    const ended = await noticed(running);
    expect(ended.end_date).toBe('2026-12-31');
    const late = await stage.act(
      ended,
      'correct_receipt',
      'terminated_on: "2026-10-05", comment: "Rückschein"',
    );
    expect(late).toMatchObject({ terminated_on: '2026-10-05', end_date: '2027-12-31', status: 'cancelled' });
    expect(late.timeline.timeline_entries.at(-1)?.message_code).toBe('receipt_corrected');
    const refused = await keeper.refusal(
      stage.mutation(late, 'correct_receipt', 'terminated_on: "2026-05-01", comment: "x"'),
    );
    expect(JSON.stringify(refused)).toMatch(/notice_before_letter/);
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractRecognitionJobs } from '../../src/features/contract/server/recognition/recognition-job.ts';
import { documentReader } from '../../src/features/recognition/server/reader.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { formOf, type WebCaller } from '../support/demo-web.ts';
import { contractPage, drawContract } from '../support/drawn-contract.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { jpeg, pdf } from '../support/sample-files.ts';
import { type Contract, ContractSetup, terms } from './contract-setup.ts';

let setup: ContractSetup;
let responsiblePerson: WebCaller;
let partner: { readonly id: number; readonly name: string };
beforeAll(async () => {
  setup = await ContractSetup.open();
  responsiblePerson = await setup.demo.person('requester@demo.test');
  const [row] = await setup.sql<{ id: string }>(
    `insert into supplier (tenant_id, name, iban)
     values ($1, 'Nordlicht Software GmbH', 'DE89370400440532013000') returning id`,
    [setup.admin.context.tenantId],
  );
  partner = { id: Number(row?.id), name: 'Nordlicht Software GmbH' };
});
afterAll(() => setup.close());

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
  await setup.sql<Row>(
    'select id, state, failure, job_id, file_id from contract_recognition where contract_id = $1 order by id',
    [id],
  );

/** Reads the newest document, like a worker. */
async function work(contract: Contract): Promise<void> {
  const { database, clock, log } = setup.demo.web;
  const jobs = contractRecognitionJobs({ database, read: documentReader().readContract });
  const row = (await rowsOf(contract)).at(-1);
  await runJob({ database, clock, log: log.log, ...jobs }, setup.admin.context.tenantId, Number(row?.job_id));
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

const shown = async ({ id }: Contract, who = setup.admin) =>
  (
    await who.get<Shown>(
      `query ($id: bigint!) { contract: contract_by_pk(id: $id) { supplier { id } start_date
        contract_recognitions(order_by: { id: desc }) { id state dismissed raw supplier { id name } } } }`,
      { id },
    )
  ).contract;

const draft = () => setup.save({ head: { client_id: setup.parties.client_id } });

/** A running contract whose responsible person may not change contracts. */
async function responsible(): Promise<Contract> {
  const { id, timeline } = await setup.signed();
  const head = { responsible_id: responsiblePerson.context.userId };
  return await setup.save({ id, version: timeline.content_version, head });
}

describe('CON-01 ARC-01 an uploaded contract PDF', () => {
  it('is stored byte for byte, read in the background, and fills no field automatically', async () => {
    const made = await draft();
    const bytes = await drawContract({ name: partner.name, iban: 'DE89 3704 0044 0532 0130 00' });
    const answer = await upload(setup.admin, made, bytes);
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
    const [file] = await setup.sql<{ sha256: Buffer }>('select sha256 from file where id = $1', [
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
    await upload(setup.admin, made, await drawTyped(priced));
    await work(made);
    const [reading] = await setup.sql<{ price: unknown; fields: Readonly<Record<string, unknown>> }>(
      "select price, raw -> 'fields' as fields from contract_recognition where contract_id = $1",
      [made.id],
    );
    expect(reading?.price).toMatchObject({ value: { amount: '1245.50', interval: 'month' }, page: 1 });
    expect(reading?.fields).not.toHaveProperty('price');
    expect(reading?.fields).toMatchObject({
      title: { value: 'Softwarevertrag' },
      partnerName: { value: 'Unbekannte Werkstatt GmbH' },
    });
    const [audit] = await setup.sql<{ count: string }>(
      "select count(*) from audit_log where \"table\" = 'contract_recognition' and data_after::text like '%1245.50%'",
    );
    expect(audit?.count).toBe('0');
  });

  it('proposes no partner if two suppliers match, and none of another tenant', async () => {
    await setup.sql(
      `insert into supplier (tenant_id, name)
       select id, 'Zwilling AG'
       from (select id, generate_series(1, case when id = $1 then 2 else 1 end) as place from tenant) t`,
      [setup.admin.context.tenantId],
    );
    const made = await draft();
    await upload(setup.admin, made, await drawContract({ name: 'Zwilling AG' }));
    await work(made);
    expect((await shown(made))?.contract_recognitions[0]).toMatchObject({ state: 'done', supplier: null });
  });

  it('REC-09 reports why it cannot be read, without blocking the contract', async () => {
    const made = await draft();
    await upload(setup.admin, made, pdf);
    await work(made);
    expect((await rowsOf(made))[0]).toMatchObject({ state: 'failed', failure: expect.any(String) });
  });

  it('is read once per upload, unlike other file types', async () => {
    const made = await draft();
    expect((await upload(setup.admin, made, jpeg, 'Foto.jpg')).status).toBe(200);
    expect(await rowsOf(made)).toEqual([]);
  });

  it('has proposals that stay dismissed, by people who may change the contract only', async () => {
    const made = await draft();
    await upload(setup.admin, made, await drawContract(partner));
    await work(made);
    const id = (await shown(made))?.contract_recognitions[0]?.id;
    const given = `recognition_id: ${id}, proposals: [`;
    await setup.act(made, 'dismiss_proposals', `${given}start_date, term_type]`);
    await setup.act(made, 'dismiss_proposals', `${given}start_date]`);
    expect((await shown(made))?.contract_recognitions[0]?.dismissed).toEqual(['start_date', 'term_type']);
    const running = await responsible();
    expect(
      await responsiblePerson.refusal(setup.mutation(running, 'dismiss_proposals', `${given}duration]`)),
    ).toMatchObject({ code: 'step_not_possible' });
    // A recognition of another contract cannot be reached through this one.
    expect(
      await setup.admin.refusal(setup.mutation(running, 'dismiss_proposals', `${given}duration]`)),
    ).toMatchObject({ code: 'not_found', field: 'recognition_id' });
    expect((await shown(made))?.contract_recognitions[0]?.dismissed).not.toContain('duration');
  });

  it('TECH-20 can be read again after a failure, by people who may change the contract', async () => {
    const made = await draft();
    const bytes = await drawContract(partner);
    await upload(setup.admin, made, bytes);
    await setup.sql(
      `update contract_recognition set state = 'failed', failure = 'not_safe', ended_at = now() where contract_id = $1`,
      [made.id],
    );
    const [failed] = await rowsOf(made);
    const again = `recognition_id: ${failed?.id}`;
    // A recognition of another contract cannot be reached through this one.
    expect(await setup.admin.refusal(setup.mutation(await draft(), 'read_again', again))).toMatchObject({
      code: 'not_found',
      field: 'recognition_id',
    });
    await setup.act(made, 'read_again', again);
    // A second click on the same failure does nothing.
    expect(await setup.admin.refusal(setup.mutation(made, 'read_again', again))).toMatchObject({
      code: 'step_not_possible',
    });
    await work(made);
    expect(await rowsOf(made)).toMatchObject([
      { state: 'failed', file_id: failed?.file_id },
      { state: 'done', failure: null, file_id: failed?.file_id },
    ]);
  });

  it('TECH-20 cannot be read again by people who only see the contract', async () => {
    const head = {
      name: 'Wartung',
      ...setup.parties,
      ...terms,
      responsible_id: responsiblePerson.context.userId,
    };
    const made = await setup.save({ head });
    await upload(setup.admin, made, pdf);
    await work(made);
    const checked = await setup.act(made, 'to_check', `person_id: ${setup.admin.context.userId}`);
    const [failed] = await rowsOf(made);
    const again = setup.mutation(checked, 'read_again', `recognition_id: ${failed?.id}`);
    expect(await responsiblePerson.refusal(again)).toMatchObject({ code: 'step_not_possible' });
    expect(await rowsOf(made)).toHaveLength(1);
  });

  it('TECH-20 is not read again after it was removed from the contract', async () => {
    const made = await draft();
    await upload(setup.admin, made, pdf);
    await work(made);
    const [failed] = await rowsOf(made);
    const removed = await setup.admin.send({ method: 'DELETE', url: `/api/file/${failed?.file_id}` });
    expect(removed.status).toBe(200);
    const again = setup.mutation(made, 'read_again', `recognition_id: ${failed?.id}`);
    expect(await setup.admin.refusal(again)).toMatchObject({ code: 'step_not_possible' });
    expect(await rowsOf(made)).toHaveLength(1);
  });
});

/** A notice received in the past, confirmed by the responsible person (CON-40). */
async function noticed(contract: Contract): Promise<Contract> {
  const proposed = await setup.act(
    contract,
    'terminate',
    'terminated_on: "2026-06-04", notice_sent_on: "2026-06-01", comment: "Eingang vermerkt"',
  );
  return await setup.act(proposed, 'confirm_ending', '', responsiblePerson);
}

describe('CON-10 CON-28 documents of a notice', () => {
  it('CON-08 the responsible person may add and remove the proof without the right to change contracts', async () => {
    const running = await responsible();
    const ended = await noticed(running);
    const answer = await upload(responsiblePerson, ended, pdf, 'Eingangsbestätigung.pdf');
    expect(answer.status).toBe(200);
    expect(await rowsOf(ended)).toEqual([]);
    const id = answer.json<{ id: string }>().id;
    const files = async () =>
      await setup.sql('select name from document_file where contract_id = $1', [ended.id]);
    expect(await files()).toEqual([{ name: 'Eingangsbestätigung.pdf' }]);
    expect((await responsiblePerson.send({ method: 'DELETE', url: `/api/file/${id}` })).status).toBe(200);
    expect(await files()).toEqual([]);
    // Received files stay for their legal retention (ARC-01).
    expect(await setup.sql('select name from file where id = $1', [id])).toEqual([
      { name: 'Eingangsbestätigung.pdf' },
    ]);
  });

  it('CON-38 signed documents cannot be removed, not even by an administrator; newer ones can be added', async () => {
    const made = await setup.save({ head: { name: 'Wartung', ...setup.parties, ...terms } });
    const answer = await upload(setup.admin, made, pdf, 'Vertrag.pdf');
    const id = answer.json<{ id: string }>().id;
    const [row] = await setup.sql<{ content_version: number }>(
      'select t.content_version from timeline t join contract k on k.timeline_id = t.id where k.id = $1',
      [made.id],
    );
    const read = { ...made, timeline: { ...made.timeline, content_version: Number(row?.content_version) } };
    const signed = await setup.act(await setup.act(await setup.act(read, 'to_check'), 'to_signing'), 'sign');
    // Simulates a contract without approvals, whose files no record covers.
    await setup.sql('delete from approval_record where contract_id = $1', [signed.id]);
    const removed = await setup.admin.send({ method: 'DELETE', url: `/api/file/${id}` });
    expect(removed.json()).toMatchObject({ code: 'attachment_approved' });
    expect((await upload(setup.admin, signed, jpeg, 'Nachtrag.jpg')).status).toBe(200);
    expect(
      await setup.sql('select name from document_file where contract_id = $1 order by id', [signed.id]),
    ).toEqual([{ name: 'Vertrag.pdf' }, { name: 'Nachtrag.jpg' }]);
    expect((await setup.admin.send({ url: `/api/file/${id}` })).status).toBe(200);
  });

  it('other people who see the contract may not', async () => {
    await setup.sql(
      `update lb_user set roles = roles || '{user-see-contracts}'::text[] where email = 'buyer@demo.test'`,
    );
    const buyer = await setup.demo.person('buyer@demo.test');
    const running = await responsible();
    const answer = await upload(buyer, running, pdf);
    expect(answer.status).not.toBe(200);
    expect(answer.json()).toMatchObject({ code: 'no_edit_permission' });
  });

  it('correcting the day of receipt moves the end, and the timeline records both days', async () => {
    const running = await responsible();
    const ended = await noticed(running);
    expect(ended.end_date).toBe('2026-12-31');
    const late = await setup.act(
      ended,
      'correct_receipt',
      'terminated_on: "2026-10-05", comment: "Rückschein"',
    );
    expect(late).toMatchObject({ terminated_on: '2026-10-05', end_date: '2027-12-31', status: 'cancelled' });
    expect(late.timeline.timeline_entries.at(-1)?.message_code).toBe('receipt_corrected');
    const refused = await responsiblePerson.refusal(
      setup.mutation(late, 'correct_receipt', 'terminated_on: "2026-05-01", comment: "x"'),
    );
    expect(JSON.stringify(refused)).toMatch(/notice_before_letter/);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letterJobs } from '../../src/features/contract/server/letter/letter-job.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { smtpTransport } from '../../src/platform/server/mail/mail-smtp.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Contract, ContractSetup, publicUrl } from './contract-setup.ts';

let setup: ContractSetup;
let server: MailServer;
beforeAll(async () => {
  setup = await ContractSetup.open();
});
afterAll(() => setup.close());
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

interface Letter {
  readonly state: string;
  readonly channel: string;
  readonly recipient: string | null;
  readonly failure: string | null;
  readonly job_id: string;
  readonly file_id: string | null;
}

const letterOf = async ({ id }: Contract): Promise<Letter> => {
  const [letter] = await setup.sql<Letter>(
    'select * from contract_letter where contract_id = $1 order by id desc limit 1',
    [id],
  );
  if (!letter) throw new Error('there is no letter');
  return letter;
};

/** Runs the job of the last letter once, like a worker. */
async function work(contract: Contract): Promise<Letter> {
  const { database, clock, log } = setup.demo.web;
  const jobs = letterJobs({
    database,
    clock,
    publicUrl,
    transport: smtpTransport(server.url, 'Kontor <kontor@kontor.example>'),
  });
  const { job_id } = await letterOf(contract);
  await runJob({ database, clock, log: log.log, ...jobs }, setup.admin.context.tenantId, Number(job_id));
  return await letterOf(contract);
}

const days = 'notice_sent_on: "2026-06-01", terminated_on: "2026-06-04", comment: "Eingang vermerkt"';
const byMail = (more = '') => `${days}, letter: { channel: email ${more} }`;
const files = async ({ id }: Contract) =>
  await setup.sql<{ name: string; mime: string; retain_until: string | null; sha256: Buffer; bytes: Buffer }>(
    `select f.name, f.mime, f.retain_until::text, f.sha256,
       (select string_agg(c.bytes, ''::bytea order by c.chunk_no) from file_chunk c where c.file_id = f.id) as bytes
     from document_file d join file f on f.id = d.file_id where d.contract_id = $1 order by d.id`,
    [id],
  );
const partner = async (changes: Record<string, string | null>) => {
  for (const [column, value] of Object.entries(changes))
    await setup.sql(`update supplier set ${column} = $2 where id = $1`, [setup.parties.supplier_id, value]);
};

describe('CON-31 the letter of a termination', () => {
  it('ARC-01 is mailed to the partner, and stored as sent, with its mail', async () => {
    await partner({ email: 'kuendigung@kran.example', name: 'Кран Сервис ООО', order_language: 'en' });
    const ended = await setup.act(await setup.signed(), 'terminate', byMail());
    expect(ended).toMatchObject({ status: 'cancelled', notice_form: 'email' });
    expect((await letterOf(ended)).state).toBe('pending');
    expect(await work(ended)).toMatchObject({ state: 'sent', recipient: 'kuendigung@kran.example' });
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toContain('To: kuendigung@kran.example');
    const [sent] = await setup.sql<{ subject: string; kind: string }>(
      "select subject, kind from mail where contract_id = $1 and kind = 'termination'",
      [ended.id],
    );
    expect(sent?.subject).toMatch(/^Termination of contract CT-\d+ – /);
    const [pdf, mail, ...others] = await files(ended);
    expect(others).toEqual([]);
    expect(pdf).toMatchObject({ mime: 'application/pdf', name: expect.stringMatching(/CT-\d+.*\.pdf$/) });
    expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(mail).toMatchObject({ mime: 'message/rfc822' });
    expect(Number(pdf?.retain_until?.slice(0, 4))).toBeGreaterThan(2030);
    // A repeated job sends nothing more.
    await work(ended);
    expect(server.mails).toHaveLength(1);
    expect(await files(ended)).toHaveLength(2);
  });

  it('can be written for posting, and is then not mailed', async () => {
    const ended = await setup.act(
      await setup.signed(),
      'terminate',
      `${days}, letter: { channel: post, language: de }`,
    );
    expect(ended.notice_form).toBe('letter');
    expect(await work(ended)).toMatchObject({ state: 'posted', recipient: null });
    expect(server.mails).toEqual([]);
    expect(await files(ended)).toHaveLength(1);
  });

  it('requires a mail address, and terminates nothing without one', async () => {
    await partner({ email: null });
    const running = await setup.signed();
    const refusal = (more: string) => setup.admin.refusal(setup.mutation(running, 'terminate', byMail(more)));
    expect(await refusal('')).toMatchObject({ code: 'specific_field_required', field: 'recipient' });
    expect(await refusal(', recipient: "a@b.example, c@d.example"')).toMatchObject({ code: 'invalid_type' });
    const [row] = await setup.sql('select status, terminated_on from contract where id = $1', [running.id]);
    expect(row).toEqual({ status: 'active', terminated_on: null });
    const ended = await setup.act(running, 'terminate', byMail(', recipient: "post@kran.example"'));
    expect(await work(ended)).toMatchObject({ state: 'sent', recipient: 'post@kran.example' });
  });

  it('MAIL-04 reports a refusal by the mail server to the person who gave notice, and can be sent again', async () => {
    server.script({ RCPT: '550 no such mailbox' });
    const ended = await setup.act(
      await setup.signed(),
      'terminate',
      byMail(', recipient: "weg@kran.example"'),
    );
    expect(await work(ended)).toMatchObject({ state: 'failed', failure: 'mail_refused' });
    const reported = await setup.sql<{ recipient: string }>(
      "select recipient from mail where contract_id = $1 and kind = 'warning'",
      [ended.id],
    );
    expect(reported.map(({ recipient }) => recipient)).toEqual(['admin@demo.test']);
    server.script({});
    const again = 'letter: { channel: email, recipient: "da@kran.example" }';
    const sent = await setup.act(ended, 'send_letter', again);
    expect(await setup.admin.refusal(setup.mutation(sent, 'send_letter', again))).toMatchObject({
      code: 'step_not_possible',
    });
    expect(await work(sent)).toMatchObject({ state: 'sent' });
    const noted = await setup.sql(
      "select created_by_id from timeline_entry where contract_id = $1 and message_code = 'letter_ordered'",
      [ended.id],
    );
    expect(noted).toEqual([{ created_by_id: String(setup.admin.context.userId) }]);
  });

  it('CON-10 is not sent after the notice was revoked', async () => {
    const ended = await setup.act(
      await setup.signed(),
      'terminate',
      byMail(', recipient: "da@kran.example"'),
    );
    await setup.act(
      ended,
      'revoke_termination',
      `comment: "Neues Angebot", person_id: ${setup.admin.context.userId}`,
    );
    expect(await work(ended)).toMatchObject({ state: 'withdrawn' });
    expect(server.mails).toEqual([]);
  });

  it('CON-05 can be neither sent nor read without the right', async () => {
    const running = await setup.signed();
    const mutation = setup.mutation(running, 'terminate', byMail(', recipient: "da@kran.example"'));
    const requester = await setup.demo.person('requester@demo.test');
    expect(await requester.refusal(mutation)).toMatchObject({ code: 'not_found' });
    expect((await requester.send({ method: 'GET', url: letterUrl(running) })).status).toBe(404);
  });

  it('can be previewed, in German and English, with any name', async () => {
    await partner({ name: 'Ä'.repeat(50) });
    const running = await setup.signed();
    for (const lang of ['de', 'en']) {
      const answer = await setup.admin.send({
        method: 'GET',
        url: letterUrl(running, `lang=${lang}&notice_sent_on=2026-06-01&terminated_on=2026-06-04`),
      });
      expect(answer.status).toBe(200);
      expect(pagesOf(answer.body)).toBe(1);
    }
    const wrong = await setup.admin.send({ method: 'GET', url: letterUrl(running, 'terminated_on=heute') });
    expect(wrong.json()).toMatchObject({
      success: false,
      code: 'invalid_type',
      fields: { terminated_on: 'invalid_type' },
    });
    expect(await files(running)).toEqual([]);
  });
});

const letterUrl = ({ id }: Contract, query = '') => `/api/contract/${id}/notice-letter?${query}`;
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;

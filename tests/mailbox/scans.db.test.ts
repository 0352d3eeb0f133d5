import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { type ScannerParts, scannerFolders } from '../../src/features/mailbox/server/scanner-folders.ts';
import { minutes, seconds } from '../../src/platform/server/clock.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { jpeg, pdf } from '../support/sample-files.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';

let demo: DemoWeb;
let admin: WebCaller;
let company: { id: number; name: string };
let tenantFolder: string;
let place: string;
const inbox = mkdtempSync(join(tmpdir(), 'kontor-inbox-'));

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  admin = await demo.person('admin@demo.test');
  const { tenant } = await admin.get<{ tenant: readonly { name: string }[] }>('{ tenant { name } }');
  const { client } = await admin.get<{ client: readonly { id: number; name: string }[] }>(
    '{ client(limit: 1, order_by: { id: asc }) { id name } }',
  );
  company = client[0] ?? { id: 0, name: '' };
  tenantFolder = join(inbox, String(tenant[0]?.name));
  place = join(tenantFolder, company.name);
  mkdirSync(place, { recursive: true });
});
afterAll(async () => {
  await demo?.close();
  rmSync(inbox, { recursive: true });
});

const worker = (change: Partial<ScannerParts> = {}) => {
  const { database, clock, log } = demo.web;
  return scannerFolders({
    ...{ database, clock, log: log.log, deliver: deliverInvoice, directory: inbox },
    ...change,
  });
};
/** Two looks at the folder, as scheduled. */
async function look(looks = worker(), between = seconds(60)): Promise<void> {
  await looks();
  demo.web.clock.forward(between);
  await looks();
}
const originals = async (tenantId = admin.context.tenantId) =>
  (
    await demo.web.sql<{ name: string }>(
      `select f.name from invoice i join file f on f.tenant_id = i.tenant_id and f.id = i.file_id
       join lb_user u on u.tenant_id = i.tenant_id and u.id = i.creator_id and u.is_system where i.tenant_id = $1 order by i.id`,
      [tenantId],
    )
  ).map(({ name }) => name);
const scan = (name: string, bytes: Buffer | string) => writeFileSync(join(place, name), bytes);
const plain = (names: readonly string[]) => names.map((name) => name.replace(/^\S+ /, '')).toSorted();
const inFolder = (folder: string) => plain(readdirSync(join(place, folder)));
const wholeJpeg = Buffer.concat([jpeg, Buffer.from([0xff, 0xd9])]);

describe('MBX-06 a folder for scanners', () => {
  test('each complete file becomes an invoice of the company and moves to done', async () => {
    scan('Scan 1.pdf', pdf);
    scan('photo.jpg', wholeJpeg);
    scan('data.xml', ublInvoice({ number: 'RE-1', seller: 'Papierhaus' }));
    scan('other.pdf.part', pdf);
    await look();
    expect((await originals()).toSorted()).toEqual(['Scan 1.pdf', 'data.xml', 'photo.jpg']);
    expect(inFolder('done')).toEqual(['Scan 1.pdf', 'data.xml', 'photo.jpg']);
    expect(readdirSync(place).toSorted()).toEqual(['done', 'other.pdf.part']);
    const [row] = await demo.web.sql<{ client_id: string; received_by: string }>(
      `select i.client_id, f.received_by from invoice i join file f on f.tenant_id = i.tenant_id and f.id = i.file_id
       where f.name = 'Scan 1.pdf'`,
    );
    expect([Number(row?.client_id), row?.received_by]).toEqual([company.id, 'scanner']);
  });

  test('a file that is still being written waits, even if its size is set before its content', async () => {
    const before = await originals();
    const content = Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(4000, 0x20), pdf]);
    const half = (length: number) =>
      Buffer.concat([content.subarray(0, length), Buffer.alloc(content.length - length)]);
    const looks = worker();
    scan('slow.pdf', Buffer.alloc(content.length));
    scan('growing.pdf', content.subarray(0, 2000));
    await look(looks);
    scan('slow.pdf', half(2000));
    appendFileSync(join(place, 'growing.pdf'), content.subarray(2000, 3000));
    await look(looks);
    // The sender keeps the modification time while the content changes.
    const at = new Date(Date.now() - minutes(60));
    scan('slow.pdf', half(3000));
    utimesSync(join(place, 'slow.pdf'), at, at);
    await look(looks);
    expect(await originals()).toEqual(before);
    scan('slow.pdf', content);
    utimesSync(join(place, 'slow.pdf'), at, at);
    await looks();
    expect(await originals()).toEqual(before);
    await look(looks);
    expect(await originals()).toEqual([...before, 'slow.pdf']);
    // A file without the end mark of its type is taken once it is unchanged for long.
    await look(looks, minutes(10));
    expect(await originals()).toEqual([...before, 'slow.pdf', 'growing.pdf']);
  });

  test('a file that is no invoice file or too large moves to refused with the reason in a text file', async () => {
    scan('notes.txt', 'hello');
    scan('huge.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]));
    await look();
    expect(inFolder('refused')).toEqual(['huge.pdf', 'huge.pdf.txt', 'notes.txt', 'notes.txt.txt']);
    const why = readdirSync(join(place, 'refused')).find((name) => name.endsWith('notes.txt.txt')) ?? '';
    expect(readFileSync(join(place, 'refused', why), 'utf8')).toContain('PDF');
  });

  test('if a worker dies after writing the text, the file is refused with one text', async () => {
    scan('half-refused.txt', 'hello');
    const at = new Date('2026-03-01T10:00:00.000Z');
    utimesSync(join(place, 'half-refused.txt'), at, at);
    await look();
    const refused = join(place, 'refused');
    const [moved = ''] = readdirSync(refused).filter((name) => name.endsWith('half-refused.txt'));
    // As if the worker had died between the two steps.
    scan('half-refused.txt', 'hello');
    utimesSync(join(place, 'half-refused.txt'), at, at);
    rmSync(join(refused, moved));
    await look();
    const left = readdirSync(refused).filter((name) => name.includes('half-refused'));
    expect(left.toSorted()).toEqual([moved, `${moved}.txt`]);
  });

  test('files in done or refused are never overwritten', async () => {
    const at = new Date('2026-03-02T10:00:00.000Z');
    for (const content of ['one', 'two', 'three']) {
      scan('same.txt', content);
      utimesSync(join(place, 'same.txt'), at, at);
      await look();
    }
    const refused = join(place, 'refused');
    const kept = readdirSync(refused).filter((name) => name.endsWith('same.txt'));
    expect(kept.map((name) => readFileSync(join(refused, name), 'utf8')).toSorted()).toEqual([
      'one',
      'three',
      'two',
    ]);
    for (const name of kept) expect(readdirSync(refused)).toContain(`${name}.txt`);
  });

  test('a file that was taken but not moved makes one invoice, also if it is put there again', async () => {
    scan('again.pdf', pdf);
    const before = await originals();
    const [one, other] = [worker(), worker()];
    await Promise.all([one(), other()]);
    demo.web.clock.forward(seconds(60));
    await Promise.all([one(), other()]);
    expect(await originals()).toEqual([...before, 'again.pdf']);
    // As if the worker had died between the two steps, and the other one had another folder path.
    scan('again.pdf', pdf);
    await look();
    expect(await originals()).toEqual([...before, 'again.pdf']);
    expect(readdirSync(place)).not.toContain('again.pdf');
    const texts = readdirSync(join(place, 'done')).filter((name) => name.endsWith('again.pdf.txt'));
    expect(readFileSync(join(place, 'done', texts.at(-1) ?? ''), 'utf8')).toContain('bereits übernommen');
    scan('again.pdf', Buffer.concat([pdf, Buffer.from('% another\n')]));
    await look();
    expect(await originals()).toEqual([...before, 'again.pdf', 'again.pdf']);
  });

  test('a worker that dies while taking a file leaves no traces, and the next look takes it', async () => {
    scan('dying.pdf', pdf);
    const before = await originals();
    await look(
      worker({
        deliver: async (...given) => {
          await deliverInvoice(...given);
          throw new Error('the worker is gone');
        },
      }),
    );
    expect(await originals()).toEqual(before);
    expect(readdirSync(place)).toContain('dying.pdf');
    await look();
    expect(await originals()).toEqual([...before, 'dying.pdf']);
  });

  test('a file with a name of maximum length is taken', async () => {
    const before = await originals();
    scan(`${'ä'.repeat(120)}.pdf`, Buffer.concat([pdf, Buffer.from('% long\n')]));
    await look();
    expect(await originals()).toHaveLength(before.length + 1);
    expect(inFolder('done').some((name) => name.startsWith('äää') && name.endsWith('.pdf'))).toBe(true);
  });

  test('a folder without a company is reported, and links are not followed', async () => {
    const stranger = join(tenantFolder, 'No such company');
    mkdirSync(stranger);
    writeFileSync(join(stranger, 'a.pdf'), pdf);
    writeFileSync(join(inbox, 'secret.pdf'), pdf);
    symlinkSync(join(inbox, 'secret.pdf'), join(place, 'link.pdf'));
    symlinkSync(place, join(tenantFolder, 'Linked company'));
    const before = await originals();
    await look();
    expect(await originals()).toEqual(before);
    expect(plain(readdirSync(join(stranger, 'refused')))).toEqual(['a.pdf', 'a.pdf.txt']);
    expect(readdirSync(place)).toContain('link.pdf');
  });

  test('a done folder that links elsewhere receives no files', async () => {
    const { client } = await admin.get<{ client: readonly { name: string }[] }>(
      '{ client(limit: 1, offset: 1, order_by: { id: asc }) { name } }',
    );
    const other = join(tenantFolder, client[0]?.name ?? '');
    const elsewhere = join(inbox, '.elsewhere');
    mkdirSync(other);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(other, 'done'));
    writeFileSync(join(other, 'led-out.pdf'), pdf);
    await look();
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(other)).toContain('led-out.pdf');
    rmSync(other, { recursive: true });
  });

  test('companies with the same name get no scans, nor do tenants with the same name', async () => {
    const before = await originals();
    await demo.web.sql(
      "insert into client (tenant_id, name) select $1, name from (values ('Zwilling'), ('ZWILLING')) as twin (name)",
      [admin.context.tenantId],
    );
    const twin = join(tenantFolder, 'Zwilling');
    mkdirSync(twin);
    writeFileSync(join(twin, 'a.pdf'), pdf);
    await look();
    const [text = ''] = readdirSync(join(twin, 'refused')).filter((name) => name.endsWith('.txt'));
    expect(readFileSync(join(twin, 'refused', text), 'utf8')).toContain('mehreren aktiven Firmen');

    // Such names may exist from before they had to differ.
    await demo.web.sql('alter table tenant disable trigger names_apart');
    await demo.web.sql('insert into tenant (name) select upper(name) from tenant where id = $1', [
      admin.context.tenantId,
    ]);
    scan('whose.pdf', Buffer.concat([pdf, Buffer.from('% whose\n')]));
    await look();
    expect(await originals()).toEqual(before);
    expect(readdirSync(place)).toContain('whose.pdf');
    expect(demo.web.log.lines().at(-1)?.msg).toContain('two tenants');
    await demo.web.sql(
      "update tenant set status = 'archived' where name = (select upper(name) from tenant where id = $1)",
      [admin.context.tenantId],
    );
    await look();
    expect(await originals()).toEqual([...before, 'whose.pdf']);
  });
});

test('MBX-06 OP-12 a folder of no tenant is shown to the operator until it is renamed', async () => {
  const operator = await demo.person('operator@kontor.test');
  const shown = async () =>
    (
      await operator.send({ url: '/api/operator/health', headers: { 'x-hasura-role': 'user-operator' } })
    ).json<{ folders: readonly object[] }>().folders;
  const looks = worker();
  mkdirSync(join(inbox, 'Niemand GmbH'));
  await looks();
  expect(await shown()).toEqual([{ name: 'Niemand GmbH', problem: 'no_tenant' }]);
  rmSync(join(inbox, 'Niemand GmbH'), { recursive: true });
  await looks();
  expect(await shown()).toEqual([]);
});

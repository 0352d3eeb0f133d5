import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, formOf, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { pdf, xlsx, zipOf } from '../support/sample-files.ts';
import { act, type Document, draftOf, load, run } from './requests.ts';

const limit = 10 * 1024 * 1024;

describe('files of purchase requests', () => {
  let demo: DemoWeb;
  let requester: WebCaller;
  let stranger: WebCaller;
  let neighbour: WebCaller;
  let draft: Document;
  let running: Document;

  beforeAll(async () => {
    demo = await demoWeb();
    requester = await demo.person('requester@demo.test');
    const [admin, ...others] = await demo.web.sql<{ email: string }>(
      `select email from lb_user where tenant_id <> $1 and email is not null and 'user-admin' = any (roles) order by id`,
      [requester.context.tenantId],
    );
    neighbour = await demo.person(admin?.email ?? others[0]?.email ?? '');
    const { tenantId } = requester.context;
    await demo.web.sql(
      "insert into lb_user (tenant_id, email, name) values ($1, 'nobody@demo.test', 'Niemand')",
      [tenantId],
    );
    stranger = await demo.person('nobody@demo.test');
    draft = await run(requester, 'save', { head: { name: 'Entwurf mit Angebot' } });
    const filled = await draftOf(requester);
    running = await act(requester, 'submit', filled);
  });
  afterAll(() => demo.close());

  const upload = (
    who: WebCaller,
    document: { readonly id: number | string },
    bytes: Buffer,
    name = 'Angebot.pdf',
    more: Record<string, string> = {},
  ): Promise<RestAnswer> =>
    who.send({
      url: '/api/file',
      ...formOf({ kind: 'procurement', document: String(document.id), ...more }, [{ name, bytes }]),
    });
  const get = (who: WebCaller, id: string) => who.send({ method: 'GET', url: `/api/file/${id}` });
  const remove = (who: WebCaller, id: string) => who.send({ method: 'DELETE', url: `/api/file/${id}` });
  const filesOf = (document: Document) =>
    requester.get<{ document_file: { file_id: string; name: string; mime: string; size: number }[] }>(
      'query ($id: bigint!) { document_file(where: {procurement_id: {_eq: $id}}) { file_id name mime size } }',
      { id: document.id },
    );

  async function uploaded(
    who: WebCaller,
    document: Document,
    bytes: Buffer = pdf,
    name?: string,
  ): Promise<string> {
    const answer = await upload(who, document, bytes, name);
    expect(answer.status).toBe(200);
    return answer.json<{ id: string }>().id;
  }

  it('API-29 TECH-13 returns an upload byte for byte, as a sandboxed attachment', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(700_000)]);
    const id = await uploaded(requester, draft, bytes, 'Angebot Größe "L".pdf');
    const answer = await get(requester, id);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[^"]*"; filename\*=UTF-8''/,
    );
    const [row] = await demo.web.sql<{ sha256: Buffer; chunks: string; longest: number }>(
      `select f.sha256, count(*) as chunks, max(length(c.bytes)) as longest from file f
       join file_chunk c on c.file_id = f.id where f.id = $1 group by f.sha256`,
      [id],
    );
    expect(row).toMatchObject({ chunks: '3', longest: 256 * 1024 });
    expect(row?.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true);
  });

  it('AUTH-19 a ticket opens one file without a token', async () => {
    const id = await uploaded(requester, draft);
    const other = await uploaded(requester, draft);
    const { url } = (
      await requester.send({ method: 'POST', url: '/api/ticket', payload: { file_id: id } })
    ).json<{ url: string }>();
    expect((await demo.send({ method: 'GET', url })).body.equals(pdf)).toBe(true);
    expect((await demo.send({ method: 'GET', url: url.replace(id, other) })).status).toBe(401);
    expect((await demo.send({ method: 'GET', url: `/api/file/${id}` })).status).toBe(401);
  });

  it('TL-21 PROC-29 an upload to a running request is recorded in the timeline and aborts nobody', async () => {
    const before = await load(requester, running.id);
    await uploaded(requester, running, xlsx, 'Kalkulation.xlsx');
    const after = await load(requester, running.id);
    expect(after?.timeline.content_version).toBe(before?.timeline.content_version);
    const entry = after?.timeline.timeline_entries.find(({ status }) => status === 'upload');
    expect(entry).toMatchObject({ type: 'comment', comment: 'Kalkulation.xlsx' });
    const { document_file: files } = await filesOf(running);
    expect(files).toContainEqual(expect.objectContaining({ name: 'Kalkulation.xlsx', size: xlsx.length }));
  });

  it('PROC-29 an upload to a draft is not recorded, and only its creator sees the file', async () => {
    const id = await uploaded(requester, draft);
    const entries = (await load(requester, draft.id))?.timeline.timeline_entries ?? [];
    expect(entries.map(({ type }) => type)).toEqual(['start']);
    for (const who of [stranger, neighbour]) {
      expect((await get(who, id)).status).toBe(404);
      expect((await remove(who, id)).status).toBe(404);
      expect((await upload(who, draft, pdf)).status).toBe(404);
    }
  });

  it('API-29 an upload to an invisible or unknown document is refused as not found', async () => {
    const answers = await Promise.all([
      upload(stranger, running, pdf),
      upload(neighbour, running, pdf),
      upload(requester, { id: 999_999_999 }, pdf),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('API-39 repeating the key creates one file, and other content under it is refused', async () => {
    const key = { idempotency_key: randomUUID() };
    const [first, again] = await Promise.all([
      upload(requester, draft, pdf, 'einmal.pdf', key),
      upload(requester, draft, pdf, 'einmal.pdf', key),
    ]);
    expect(again.json()).toEqual(first.json());
    const inHeader = formOf({ kind: 'procurement', document: String(draft.id) }, [
      { name: 'einmal.pdf', bytes: pdf },
    ]);
    const third = await requester.send({
      url: '/api/file',
      ...inHeader,
      headers: { ...inHeader.headers, 'idempotency-key': key.idempotency_key },
    });
    expect(third.json()).toEqual(first.json());
    const { document_file: files } = await filesOf(draft);
    expect(files.filter(({ name }) => name === 'einmal.pdf')).toHaveLength(1);
    const other = await upload(requester, draft, Buffer.concat([pdf, pdf]), 'einmal.pdf', key);
    expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('PROC-29 accepts ten megabytes, but not one byte more', async () => {
    const whole = Buffer.concat([pdf, Buffer.alloc(limit - pdf.length)]);
    const id = await uploaded(requester, draft, whole, 'groß.pdf');
    expect((await get(requester, id)).body.length).toBe(limit);
    const answer = await upload(requester, draft, Buffer.concat([whole, Buffer.alloc(1)]), 'zu groß.pdf');
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'payload_too_large', fields: { file: 'payload_too_large' } });
    const announced = await upload(requester, draft, Buffer.concat([whole, Buffer.alloc(100_000)]));
    expect(announced.status).toBe(413);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg'],
    ['a page named PDF', Buffer.from('<script>alert(1)</script>'), 'Angebot.pdf'],
    ['an archive named XLSX', zipOf(['virus.exe']), 'Kalkulation.xlsx'],
    ['an archive named PDF', zipOf(['a.txt']), 'Angebot.pdf'],
  ])('TECH-11 refuses %s with the accepted types, and stores nothing', async (_, bytes, name) => {
    const before = await demo.web.sql('select id from file');
    const answer = await upload(requester, draft, bytes, name);
    expect(answer.status).toBe(415);
    expect(answer.json()).toMatchObject({
      code: 'unsupported_media_type',
      fields: { file: 'unsupported_media_type' },
      values: { types: 'PDF, JPG, PNG, XLSX, DOCX, EML' },
    });
    expect(await demo.web.sql('select id from file')).toEqual(before);
  });

  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\a.pdf', 'a.pdf'],
    ['a\u202efdp.exe', 'afdp.exe.pdf'],
    ['zeile%0d%0aSet-Cookie: a=1.pdf', 'zeile%0d%0aSet-Cookie_ a=1.pdf'],
    ['', 'file.pdf'],
  ])('TECH-11 the name %j does no harm', async (name, kept) => {
    const id = await uploaded(requester, draft, pdf, name);
    const { headers } = await get(requester, id);
    expect(headers['set-cookie']).toBeUndefined();
    expect(decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1] ?? '')).toBe(kept);
  });

  it('API-29 refuses every malformed form', async () => {
    const file = [{ name: 'a.pdf', bytes: pdf }];
    const good = { kind: 'procurement', document: String(draft.id) };
    const cases: [Parameters<typeof requester.send>[0], number, string][] = [
      [formOf(good, []), 422, 'validation_failed'],
      [formOf(good, [{ name: 'leer.pdf', bytes: Buffer.alloc(0) }]), 422, 'validation_failed'],
      [formOf({ kind: 'procurement' }, file), 422, 'validation_failed'],
      [formOf({ ...good, document: '1 or 1=1' }, file), 422, 'validation_failed'],
      [formOf({ ...good, kind: 'lb_user' }, file), 422, 'validation_failed'],
      [formOf({ ...good, kind: 'constructor' }, file), 422, 'validation_failed'],
      [formOf({ ...good, idempotency_key: 'x' }, file), 422, 'validation_failed'],
      [formOf({ ...good, __proto__x: '1' }, [...file, ...file]), 413, 'payload_too_large'],
      [{ method: 'POST', payload: { kind: 'procurement' } }, 415, 'unsupported_media_type'],
      [
        {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
        },
        400,
        'malformed_request',
      ],
      [
        { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
        400,
        'malformed_request',
      ],
    ];
    for (const [options, status, code] of cases) {
      const answer = await requester.send({ ...options, url: '/api/file' });
      expect([answer.status, answer.json().code]).toEqual([status, code]);
    }
    for (const id of ['1', '..%2f..%2fetc', randomUUID(), "'; drop table file; --"]) {
      expect((await get(requester, encodeURIComponent(id))).status).toBe(404);
    }
  });

  it('API-29 the uploader can remove a file; its bytes stay, hidden from all others', async () => {
    const approverEmail =
      running.timeline.timeline_entries[running.timeline.current_entry_no]?.lb_user?.email;
    const approver = await demo.person(approverEmail ?? '');
    const id = await uploaded(requester, running, pdf, 'falsch.pdf');
    expect((await get(approver, id)).status).toBe(200);
    expect((await remove(requester, id)).json()).toEqual({ success: true });
    const { document_file: files } = await filesOf(running);
    expect(files.some(({ file_id }) => file_id === id)).toBe(false);
    expect((await get(approver, id)).status).toBe(404);
    expect((await get(requester, id)).status).toBe(200);
    expect((await remove(requester, id)).status).toBe(403);
    expect(await demo.web.sql('select id from file where id = $1', [id])).toHaveLength(1);
  });

  it('PROC-13 a finished request keeps its files and accepts no more', async () => {
    const filled = await draftOf(requester);
    const submitted = await act(requester, 'submit', filled);
    const id = await uploaded(requester, submitted);
    await demo.web.sql('update client set can_delete_document_directly = true');
    const assignee = submitted.timeline.timeline_entries[submitted.timeline.current_entry_no]?.lb_user?.email;
    await act(await demo.person(assignee ?? ''), 'cancel', submitted);
    expect((await upload(requester, submitted, pdf)).json()).toMatchObject({ code: 'no_edit_permission' });
    expect((await remove(requester, id)).json()).toMatchObject({ code: 'no_edit_permission' });
    expect((await get(requester, id)).status).toBe(200);
  });

  it('TASK-18 deleting a draft deletes its files', async () => {
    const gone = await run(requester, 'save', { head: { name: 'Wird gelöscht' } });
    const id = await uploaded(requester, gone);
    await requester.get(
      `mutation ($id: bigint!, $version: Int!, $key: uuid!) { procurement_delete_draft(id: $id, expected_version: $version, idempotency_key: $key) { id } }`,
      { id: gone.id, version: gone.timeline.content_version, key: randomUUID() },
    );
    expect(await demo.web.sql('select id from procurement where id = $1', [gone.id])).toEqual([]);
    expect(await demo.web.sql('select id from file where id = $1', [id])).toEqual([]);
  });

  it('TASK-18 TASK-22 a withdrawn request can be copied, and deleted with everything that others added', async () => {
    const filled = await draftOf(requester);
    const submitted = await act(requester, 'submit', filled);
    const assignee = submitted.timeline.timeline_entries[submitted.timeline.current_entry_no]?.lb_user?.email;
    await run(await demo.person(assignee ?? ''), 'comment', {
      id: submitted.id,
      comment: 'Wozu?',
      mention_ids: [requester.context.userId],
    });
    const asked = (await load(requester, submitted.id)) ?? submitted;
    const withdrawn = await act(requester, 'withdraw', asked);
    expect(withdrawn).toMatchObject({
      status: 'draft',
      order_number_formatted: expect.stringMatching(/^PO-/),
    });
    const copy = await run(requester, 'copy', { id: withdrawn.id });
    expect(copy).toMatchObject({ status: 'draft', order_number_formatted: null });
    await requester.get(
      `mutation ($id: bigint!, $version: Int!, $key: uuid!) { procurement_delete_draft(id: $id, expected_version: $version, idempotency_key: $key) { id } }`,
      { id: withdrawn.id, version: withdrawn.timeline.content_version, key: randomUUID() },
    );
    expect(await load(requester, withdrawn.id)).toBeNull();
  });
});

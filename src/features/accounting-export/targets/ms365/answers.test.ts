import { describe, expect, it } from 'vitest';
import { batchAnswers, changesetBody } from './batch.ts';
import { isConflict, isDynamicsError, reasonOf, refusedBy } from './error-text.ts';

const error = (message: string) =>
  JSON.stringify({
    error: { message: 'An error has occurred.', innererror: { message, stacktrace: 'at X' } },
  });

describe('EXP-14 the answer to a batch', () => {
  it('is inspected, because an inner failure has status 200', () => {
    const inner = error('The record already exists.');
    const text = [
      '--batchresponse_1',
      'Content-Type: multipart/mixed; boundary=changesetresponse_1',
      '',
      '--changesetresponse_1',
      'Content-Type: application/http',
      'Content-ID: 1',
      '',
      'HTTP/1.1 500 Internal Server Error',
      'Content-Type: application/json; charset=utf-8',
      '',
      inner,
      '--changesetresponse_1--',
      '--batchresponse_1--',
      '',
    ];
    for (const end of ['\r\n', '\n'])
      expect(batchAnswers(text.join(end))).toEqual([{ status: 500, body: inner }]);
  });

  it('has one status for each part, even where a text looks like one', () => {
    const part = (body: string) =>
      `--b\r\nContent-ID: 1\r\n\r\nHTTP/1.1 201 Created\r\nX: 1\r\n\r\n${body}\r\n`;
    const tricky = JSON.stringify({ Description: 'a\r\nHTTP/1.1 500 b\n\n--b' });
    expect(batchAnswers(`${part(tricky)}${part('')}--b--`)).toEqual([
      { status: 201, body: tricky },
      { status: 201, body: '' },
    ]);
    expect(batchAnswers('<html>')).toEqual([]);
  });

  it('is for a request of one changeset', () => {
    const body = changesetBody([{ path: 'Lines?cross-company=true', row: { A: 1 } }], 'x');
    expect(body).toContain('POST Lines?cross-company=true HTTP/1.1\r\n');
    expect(body.endsWith('--changeset_x--\r\n--x--\r\n')).toBe(true);
  });
});

describe('EXP-18 errors of Dynamics 365', () => {
  it('are shown with their reason, without stack trace and form rule', () => {
    const reason =
      "Write failed for table row of type 'LineEntity'. Infolog: Warning: The value 'X' in field 'Vendor' is not found.; Warning: validateField failed on field 'LineEntity.Vendor'.";
    expect(reasonOf(error(reason))).toBe(reason);
    expect(refusedBy(reason)).toMatchObject({
      code: 'export_d365_validation',
      values: { reason: "The value 'X' in field 'Vendor' is not found." },
    });
  });

  it('are shown as a general failure without a reason', () => {
    for (const reason of ['', 'An error has occurred.'])
      expect(refusedBy(reason)).toEqual(expect.objectContaining({ code: 'export_d365_failed' }));
    expect(reasonOf('<html>gone</html>')).toBe('');
    expect([isDynamicsError('<html>'), isDynamicsError(error('x'))]).toEqual([false, true]);
  });

  it('by concurrent writers are recognised', () => {
    expect(isConflict('An update conflict occurred (RecVersion)')).toBe(true);
    expect(isConflict('The fiscal period is closed')).toBe(false);
  });

  it('are cut to a maximum length', () => {
    expect(String(refusedBy(`Error: ${'x'.repeat(5000)}`).values?.reason)).toHaveLength(300);
  });
});

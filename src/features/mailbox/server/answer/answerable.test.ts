import { expect, test } from 'vitest';
import { answerableMail } from './answerable.ts';

const mailOf = (...header: readonly string[]) => Buffer.from(`${header.join('\r\n')}\r\n\r\nGuten Tag`);
const from = 'From: Papierhaus <Rechnung@Supplier.test>';

test('MBX-08 a mail of a person has a sender, a message ID and a date', () => {
  const mail = mailOf(from, 'Message-ID: <1@supplier.test>', 'Date: Mon, 02 Nov 2026 08:00:00 +0000');
  expect(answerableMail(mail)).toEqual({
    address: 'rechnung@supplier.test',
    messageId: '<1@supplier.test>',
    key: '<1@supplier.test>',
    sentAt: new Date('2026-11-02T08:00:00Z'),
  });
});

test.each([
  ['a comma and an address in the name', 'From: "Falter, b@x.test" <a@supplier.test>'],
  ['a folded line', 'From: Papierhaus\r\n <a@supplier.test>'],
  ['an address alone', 'from: a@supplier.test'],
  [
    'a return path and a mark that a person wrote it',
    `Return-Path: <a@supplier.test>\r\nAuto-Submitted: no\r\nFrom: a@supplier.test`,
  ],
])('MBX-08 the sender is found with %s', (_, header) => {
  expect(answerableMail(mailOf(header))?.address).toBe('a@supplier.test');
});

test.each([
  ['a list', from, 'List-Id: <news.supplier.test>'],
  ['a mailing', from, 'List-Unsubscribe: <mailto:off@supplier.test>'],
  ['bulk', from, 'Precedence: bulk'],
  ['a list by its precedence', from, 'precedence: LIST'],
  ['an automatic mail', from, 'Auto-Submitted: auto-generated'],
  ['an automatic answer', from, 'AUTO-SUBMITTED: auto-replied'],
  ['a mail that wants no answer', from, 'X-Auto-Response-Suppress: All'],
  ['a report without a return path', from, 'Return-Path: <>'],
  ['a report by its type', from, 'Content-Type: multipart/report; report-type=delivery-status'],
  ['a return path for bounces', from, 'Return-Path: <bounces+71=a@mail.test>'],
  ['a no-reply address', 'From: No-Reply <no-reply@supplier.test>'],
  ['a no-reply address without hyphen', 'From: billing-noreply@supplier.test'],
  ['a mail server', 'From: MAILER-DAEMON@supplier.test'],
  ['the owner of a list', 'From: owner-news@supplier.test'],
  ['several people', 'From: a@supplier.test, b@supplier.test'],
  ['two addresses in brackets', 'From: A <a@supplier.test>, B <b@supplier.test>'],
  ['no sender', 'Subject: Rechnung'],
  ['an address with a line end', 'From: <a@supplier.test\u0085Bcc: b@x.test>'],
])('MBX-08 %s gets no automatic answer', (_, ...header) => {
  expect(answerableMail(mailOf(...header))).toBeNull();
});

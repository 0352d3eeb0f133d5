import { expect, test } from 'vitest';
import { documentationLanguages } from '../model.ts';
import { documentWords } from './document-words.ts';
import { waysOfInstallation } from './installation-ways.ts';

const settings = {
  smtpUrl: 'smtps://name:word@mail.firma.example',
  importMailUrl: 'imaps://name:word@imap.firma.example:993/INBOX',
  filesUrl: 'https://key:word@s3.firma.example/bucket',
  referenceRatesUrl: 'https://rates.firma.example/daily.xml',
  easybill: { apiKey: 'word', url: 'https://billing.example', requestsPerMinute: 1, isSandbox: false },
  inboxDirectory: '/srv/scans',
};

test('ARC-06 names the server of each configured way without its login', () => {
  expect(waysOfInstallation(settings)).toEqual([
    { way: 'mail', other: 'mail.firma.example' },
    { way: 'import_mail', other: 'imap.firma.example' },
    { way: 'files', other: 's3.firma.example' },
    { way: 'rates', other: 'rates.firma.example' },
    { way: 'billing', other: 'billing.example' },
    { way: 'scanner', other: '' },
  ]);
});

test('ARC-06 names no way that is not configured', () => {
  expect(waysOfInstallation({ smtpUrl: null, filesUrl: null, easybill: null })).toEqual([]);
});

test('ARC-06 each way has its words', () => {
  for (const lang of documentationLanguages)
    for (const { way } of waysOfInstallation(settings))
      expect(documentWords(lang, 'Europe/Berlin').of(`way.${way}.data`)).not.toBe('');
});

import { expect, test } from 'vitest';
import { findingsAbout, reportOf, worstOf } from './finding.ts';

const { ok, warning, wrong } = findingsAbout('mail');
const configuration = findingsAbout('configuration');

test('a report groups by subject, gives remedies, and ends with counts', () => {
  const report = reportOf([
    wrong('No mails are sent.', 'Set SMTP_URL.'),
    configuration.ok('The variables are plausible.'),
    warning('Mails are slow.', 'Wait.'),
    warning('Mails are many.', 'Read.'),
  ]);
  expect(report.split('\n')).toEqual([
    'Configuration',
    '  ok       The variables are plausible.',
    '',
    'Mail',
    '  WRONG    No mails are sent.',
    '           -> Set SMTP_URL.',
    '  warning  Mails are slow.',
    '           -> Wait.',
    '  warning  Mails are many.',
    '           -> Read.',
    '',
    '1 error, 2 warnings.',
  ]);
});

test('the worst level counts, and no finding means ok', () => {
  expect(worstOf([])).toBe('ok');
  expect(worstOf([ok('a.'), warning('b.', 'c.')])).toBe('warning');
  expect(worstOf([wrong('a.', 'b.'), warning('b.', 'c.')])).toBe('wrong');
  expect(reportOf([ok('Fine.')]).endsWith('\n\nNo problems found.')).toBe(true);
});

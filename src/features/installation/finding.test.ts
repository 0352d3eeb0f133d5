import { expect, test } from 'vitest';
import { findingsAbout, reportOf, worstOf } from './finding.ts';

const { ok, warning, wrong } = findingsAbout('mail');
const configuration = findingsAbout('configuration');

test('a report groups by subject, gives remedies, and ends with counts', () => {
  const report = reportOf([
    wrong('No mails leave.', 'Set SMTP_URL.'),
    configuration.ok('The variables make sense.'),
    warning('Mails are slow.', 'Wait.'),
    warning('Mails are many.', 'Read.'),
  ]);
  expect(report.split('\n')).toEqual([
    'Configuration',
    '  ok       The variables make sense.',
    '',
    'Mail',
    '  WRONG    No mails leave.',
    '           -> Set SMTP_URL.',
    '  warning  Mails are slow.',
    '           -> Wait.',
    '  warning  Mails are many.',
    '           -> Read.',
    '',
    '1 thing is wrong, 2 warnings.',
  ]);
});

test('the worst level counts, and no finding means ok', () => {
  expect(worstOf([])).toBe('ok');
  expect(worstOf([ok('a.'), warning('b.', 'c.')])).toBe('warning');
  expect(worstOf([wrong('a.', 'b.'), warning('b.', 'c.')])).toBe('wrong');
  expect(reportOf([ok('Fine.')]).endsWith('\n\nAll is well.')).toBe(true);
});

import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { text } from '../../../platform/server/texts.ts';
import { aboutText } from './row-text.ts';
import type { SecurityRow } from './security-log-data.ts';

/** German texts, as on the page. */
const t = ((keys: string | string[], { defaultValue }: { defaultValue?: string } = {}) => {
  const found = [keys].flat().find((key) => text('de', key) !== key);
  return found === undefined ? defaultValue : text('de', found);
}) as TFunction;

const row = (details: Partial<SecurityRow>) =>
  aboutText({ code: null, what: null, target_id: null, times: 1, ...details } as SecurityRow, t);

test.each([
  ['lb_user roles', 'Rechte'],
  ['client self_approval', 'Eigene Anforderungen freigeben'],
  ['configuration passkey_administrators', 'Administratoren melden sich mit einem Passkey an'],
  ['supplier iban,bic', 'IBAN, BIC'],
  ['department_approver insert', 'Freigebende Person'],
])('AUTH-35 a change of "%s" is shown with the labels of the form', (what, words) => {
  expect(row({ what })).toBe(words);
});

test('AUTH-35 a change without labels is shown unchanged, with its number', () => {
  expect(row({ what: 'POST /api/auth/impersonate', target_id: 7 })).toBe('POST /api/auth/impersonate #7');
  expect(row({ what: 'procurement_approve' })).toBe('procurement_approve');
});

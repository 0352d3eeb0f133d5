import { describe, expect, it } from 'vitest';
import { confirmationHash, unlessConfirmed } from './confirmation.ts';

const shown = { budget: 'Büro 2025', amount: '2200.00' };
const ask = (
  values: typeof shown,
  confirmations: readonly string[] = [],
  subject = 'procurement 12 approve',
) => unlessConfirmed('budget_exceeded', values, subject, confirmations);

describe('API-41 confirmations', () => {
  const hash = ask(shown)?.confirm?.hash ?? '';

  it('asks with the facts shown and their hash', () => {
    expect(ask(shown)).toMatchObject({
      code: 'budget_exceeded',
      values: shown,
      confirm: { code: 'budget_exceeded', values: shown },
    });
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('continues once exactly these facts are confirmed, in any order of keys', () => {
    expect(ask(shown, ['other', hash])).toBeNull();
    expect(
      confirmationHash(
        'budget_exceeded',
        { amount: '2200.00', budget: 'Büro 2025' },
        'procurement 12 approve',
      ),
    ).toBe(hash);
    expect(unlessConfirmed('budget_exceeded', shown, 'anything', 'all')).toBeNull();
  });

  it('treats a missing list as no confirmations', () => {
    expect(unlessConfirmed('budget_exceeded', shown, 'procurement 12 approve', null)).not.toBeNull();
    expect(unlessConfirmed('budget_exceeded', shown, 'procurement 12 approve')).not.toBeNull();
  });

  it('asks again if a fact, the document, the action or the code changes', () => {
    expect(ask({ ...shown, amount: '2200.01' }, [hash])).not.toBeNull();
    expect(ask(shown, [hash], 'procurement 13 approve')).not.toBeNull();
    expect(ask(shown, [hash], 'procurement 12 submit')).not.toBeNull();
    expect(unlessConfirmed('none_has_limit', shown, 'procurement 12 approve', [hash])).not.toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { askedTogether, type Confirmations, confirmationHash, unlessConfirmed } from './confirmation.ts';
import { type RefusalCode, refuse } from './refusal.ts';

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

describe('API-41 the questions of one step', () => {
  const codes: readonly RefusalCode[] = ['possible_duplicate', 'pages_differ', 'budget_exceeded'];
  const asks = (confirmations: Confirmations, last: string | ReturnType<typeof refuse> = 'done') =>
    codes.map((code) => unlessConfirmed(code, {}, 'invoice 1', confirmations)).find(Boolean) ?? last;
  const hashes = codes.map((code) => confirmationHash(code, {}, 'invoice 1'));

  it('are asked together, the first as the refusal', () => {
    const asked = askedTogether(asks);
    expect(asked).toMatchObject({ code: codes[0], confirm: { hash: hashes[0] } });
    expect(asked).toMatchObject({ confirm: { further: codes.slice(1).map((code) => ({ code })) } });
  });

  it('leave out those already confirmed, and end once all are', () => {
    expect(askedTogether(asks, hashes.slice(0, 2))).toMatchObject({ confirm: { hash: hashes[2] } });
    expect(askedTogether(asks, hashes)).toBe('done');
    expect(askedTogether(asks, 'all')).toBe('done');
  });

  it('end before a refusal that nobody can confirm', () => {
    const asked = askedTogether((confirmations) => asks(confirmations, refuse('comment_required')));
    expect(asked).toMatchObject({ code: codes[0], confirm: { further: [{}, {}] } });
    expect(askedTogether(() => refuse('comment_required'))).toEqual(refuse('comment_required'));
  });
});

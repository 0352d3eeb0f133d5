import { beforeEach, describe, expect, it, vi } from 'vitest';

const anna = { id: 4, name: 'Anna Berg' };

describe('TASK-01 an unsent comment', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  /** The module in a newly opened page. */
  async function openedPage() {
    vi.resetModules();
    return await import('./typed-comments.ts');
  }

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', store);
  });

  it('stays with its document and person until sent', async () => {
    const { commentKey, keepComment, typedComment } = await openedPage();
    const one = commentKey('procurement', 7, 12);
    keepComment(one, { text: 'Bitte @Anna Berg fragen', picked: [anna] });
    for (const other of [
      commentKey('procurement', 7, 13),
      commentKey('invoice', 7, 12),
      commentKey('procurement', 8, 12),
    ])
      expect(typedComment(other).text).toBe('');
    expect(typedComment(one)).toEqual({ text: 'Bitte @Anna Berg fragen', picked: [anna] });
    keepComment(one, { text: '', picked: [] });
    expect(typedComment(one).text).toBe('');
    expect([...kept]).toEqual([]);
  });

  it('is restored with its mentions after the page was closed', async () => {
    const first = await openedPage();
    const key = first.commentKey('procurement', 7, 12);
    first.keepComment(key, { text: 'Bitte @Anna Berg', picked: [anna, { id: 5, name: 'Weg' }] });
    expect((await openedPage()).typedComment(key)).toEqual({ text: 'Bitte @Anna Berg', picked: [anna] });
  });

  it('survives a full browser storage, and unreadable stored text is ignored', async () => {
    vi.stubGlobal('localStorage', {
      ...store,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    const page = await openedPage();
    page.keepComment('a', { text: 'viel', picked: [] });
    expect(page.typedComment('a').text).toBe('viel');
    kept.set('b', '{"text":1}');
    kept.set('c', 'no JSON');
    expect([page.typedComment('b').text, page.typedComment('c').text]).toEqual(['', '']);
  });
});

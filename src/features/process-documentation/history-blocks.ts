import type { Block, Past } from './model.ts';
import type { Words } from './words.ts';

/** Versions, and changes since the newest with day and person. */
export function historyBlocks({ versions, changes, changeCount }: Past, words: Words): readonly Block[] {
  const [newest] = versions;
  if (newest === undefined) return [{ kind: 'text', text: words.of('history.first') }];
  const rest = changeCount - changes.length;
  return [
    {
      kind: 'table',
      title: words.of('history.versions'),
      head: [words.of('word.version'), words.of('word.day'), words.of('word.by'), words.of('word.note')],
      rows: versions.map((version) => [
        String(version.number),
        words.instant(version.made_at),
        version.made_by,
        version.note ?? '',
      ]),
      shares: [1, 2, 2, 4],
    },
    ...(changes.length === 0
      ? [{ kind: 'text', text: words.of('history.unchanged', { number: newest.number }) } as const]
      : [
          {
            kind: 'table',
            title: words.of('history.since', { number: newest.number }),
            head: [
              words.of('word.day'),
              words.of('word.by'),
              words.of('word.what'),
              words.of('word.how_changed'),
            ],
            rows: changes.map(({ at, person, what, how }) => [words.instant(at), person, what, how]),
            shares: [2, 2, 3, 5],
          } as const,
        ]),
    ...(rest > 0 ? [{ kind: 'text', text: words.of('history.more', { count: rest }) } as const] : []),
  ];
}

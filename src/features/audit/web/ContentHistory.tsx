import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../../platform/web/kit/DayText.tsx';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PersonAvatar } from '../../../platform/web/kit/PersonAvatar.tsx';
import type { HistoryItem } from '../history.ts';
import { HistoryChanges } from './HistoryChanges.tsx';
import classes from './HistoryPanel.module.css';
import { useHistory } from './use-history.ts';

export interface ContentHistoryProps {
  /** API name of the document's table. */
  readonly table: string;
  readonly id: number;
  /** Restricts to changes made with this timeline entry; null for all. */
  readonly entryId: number | null;
}

/** Changed fields and lines of a document with person, old and new value, grouped by save, newest first (AUD-08). */
export function ContentHistory({ table, id, entryId }: ContentHistoryProps): ReactNode {
  const { t } = useTranslation();
  const { items, failure, retry, more, isReading } = useHistory(table, id, { entryId });
  if (items === undefined) {
    return failure ? <ErrorState failure={failure} onRetry={retry} /> : <Skeleton height={120} />;
  }
  if (items.length === 0) {
    const text = entryId === null ? 'audit.none_text_content' : 'audit.none_text_entry';
    return <EmptyState title={t('audit.none')}>{t(text)}</EmptyState>;
  }
  return (
    <section aria-label={t('audit.title')}>
      <ol>
        {savesOf(items).map((save) => (
          <Save key={save.group} items={save.items} />
        ))}
      </ol>
      {more && (
        <Button variant="subtle" onClick={more} loading={isReading}>
          {t('audit.more')}
        </Button>
      )}
    </section>
  );
}

/** One save: the document first, then its lines. */
function Save({ items }: { readonly items: readonly [HistoryItem, ...HistoryItem[]] }): ReactNode {
  const { t } = useTranslation();
  const [{ person: name, via, at }] = items;
  const person = name ?? t('audit.product_itself');
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <PersonAvatar name={person} size={20} />
        <span className={classes.person}>{via ? t('audit.via', { person, via }) : person}</span>
        <span className={classes.when}>
          <InstantText instant={at} />
        </span>
      </div>
      {items.map((item) => (
        <section key={item.id}>
          {item.part === null ? null : (
            <h3 className={classes.line}>
              {item.part} <span className={classes.quiet}>{t(`audit.content_type.${item.type}`)}</span>
            </h3>
          )}
          <HistoryChanges changes={item.changes} />
        </section>
      ))}
    </li>
  );
}

/** Changes of one save. */
interface ContentSave {
  readonly group: string;
  /** In form order: the document itself, then its parts. */
  readonly items: readonly [HistoryItem, ...HistoryItem[]];
}

/** History items grouped by save, newest first (AUD-06). */
function savesOf(items: readonly HistoryItem[]): readonly ContentSave[] {
  return [...Map.groupBy(items, ({ group }) => group)].flatMap(([group, ofSave]) => {
    const [first, ...others] = ofSave.toSorted(
      (left, right) => Number(left.part !== null) - Number(right.part !== null) || left.id - right.id,
    );
    return first === undefined ? [] : [{ group, items: [first, ...others] as const }];
  });
}

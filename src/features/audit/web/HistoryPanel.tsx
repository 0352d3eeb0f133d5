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

export interface HistoryPanelProps {
  /** API name of the record's table. */
  readonly table: string;
  readonly id: number;
}

/** History of a record, newest first (AUD-08). */
export function HistoryPanel({ table, id }: HistoryPanelProps): ReactNode {
  const { t } = useTranslation();
  const { items, failure, retry, more, isReading } = useHistory(table, id);
  if (items === undefined) {
    return failure ? <ErrorState failure={failure} onRetry={retry} /> : <Skeleton height={120} />;
  }
  if (items.length === 0) return <EmptyState title={t('audit.none')}>{t('audit.none_text')}</EmptyState>;
  return (
    <section aria-label={t('audit.title')}>
      <ol>
        {items.map((item) => (
          <Item key={item.id} item={item} />
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

function Item({ item }: { readonly item: HistoryItem }): ReactNode {
  const { t } = useTranslation();
  const person = item.person ?? t('audit.product_itself');
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <PersonAvatar name={person} size={20} />
        <span className={classes.person}>
          {item.via ? t('audit.via', { person, via: item.via }) : person}
        </span>
        {item.means && <span className={classes.quiet}>{t(`means.${item.means}`)}</span>}
        <span className={classes.quiet}>{t(`audit.type.${item.type}`)}</span>
        {item.part && <span className={classes.part}>{item.part}</span>}
        <span className={classes.when}>
          <InstantText instant={item.at} />
        </span>
      </div>
      {item.info &&
        (item.isTyped ? (
          <Note person={person} text={item.info} />
        ) : (
          <p className={classes.info}>{item.info}</p>
        ))}
      <HistoryChanges changes={item.changes} />
    </li>
  );
}

/** A person's note, quoted below the name, so that it is not mistaken for a text of the product. */
function Note({ person, text }: { readonly person: string; readonly text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <blockquote className={classes.note}>
      <span className={classes.quiet}>{t('audit.note_by', { name: person })}</span>
      <p className={classes.quote}>{text}</p>
    </blockquote>
  );
}

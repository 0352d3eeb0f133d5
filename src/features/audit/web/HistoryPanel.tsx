import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../../platform/web/kit/DayText.tsx';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PersonAvatar } from '../../../platform/web/kit/PersonAvatar.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { HistoryChange, HistoryItem, HistoryValue } from '../history.ts';
import classes from './HistoryPanel.module.css';
import { useHistory } from './use-history.ts';

export interface HistoryPanelProps {
  /** The table of the record, as the API names it. */
  readonly table: string;
  readonly id: number;
}

/** Who changed what in a record, and when, newest first (AUD-08). */
export function HistoryPanel({ table, id }: HistoryPanelProps): ReactNode {
  const { t } = useTranslation();
  const { items, failure, retry, more, isReading } = useHistory(table, id);
  if (items === undefined) {
    return failure ? <ErrorState failure={failure} onRetry={retry} /> : <Skeleton height={120} />;
  }
  if (items.length === 0) return <EmptyState title={t('audit.none')}>{t('audit.none_text')}</EmptyState>;
  return (
    <section aria-label={t('audit.title')}>
      <ol className={classes.items}>
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
        <span className={classes.quiet}>{t(`audit.type.${item.type}`)}</span>
        {item.part && <span className={classes.part}>{item.part}</span>}
        <span className={classes.when}>
          <InstantText instant={item.at} />
        </span>
      </div>
      {item.info && <p className={classes.info}>{item.info}</p>}
      {item.changes.length > 0 && (
        <dl className={classes.changes}>
          {item.changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({ change: { label, before, after } }: { readonly change: HistoryChange }): ReactNode {
  const { t } = useTranslation();
  const isMove = before.kind !== 'none' && after.kind !== 'none';
  return (
    <div className={classes.change}>
      <dt>{label}</dt>
      <dd>
        {before.kind !== 'none' && (
          <del>
            <VisuallyHidden>{t('audit.before')}: </VisuallyHidden>
            <Value value={before} />
          </del>
        )}
        {isMove && <IconArrowRight size={14} aria-hidden />}
        {after.kind !== 'none' && (
          <ins>
            <VisuallyHidden>{t('audit.after')}: </VisuallyHidden>
            <Value value={after} />
          </ins>
        )}
      </dd>
    </div>
  );
}

function Value({ value }: { readonly value: HistoryValue }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  switch (value.kind) {
    case 'none':
      return null;
    case 'text':
      return value.text;
    case 'number':
      return format.quantity(value.text);
    case 'day':
      return format.day(value.text);
    case 'instant':
      return format.instant(value.text);
    case 'flag':
      return t(value.isSet ? 'audit.yes' : 'audit.no');
    case 'secret':
      return t('audit.secret');
    case 'amount_hidden':
      return t('audit.amount_hidden');
    case 'unknown':
      return t('audit.unknown');
  }
}

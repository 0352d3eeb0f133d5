import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../platform/web/kit/PageNote.module.css';
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Kind } from '../../kind.ts';
import type { DocumentChange } from './document-change.ts';
import type { SeenDocument } from './use-document-watch.ts';

export interface ChangeNoteProps {
  readonly kind: Kind;
  readonly seen: SeenDocument;
}

/** Shows what another person changed; the main action waits until that is acknowledged (LOCK-01). */
export function ChangeNote({ kind, seen }: ChangeNoteProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { note } = seen;
  const { onFocus, giveBack } = useReturnFocus();
  const acknowledge = (): void => {
    giveBack();
    seen.acknowledge();
  };
  const textOf = (change: DocumentChange): string => {
    switch (change.kind) {
      case 'status':
        return t('document.changed.status', {
          before: t(`status.${kind.name}.${change.before}`),
          after: t(`status.${kind.name}.${change.after}`),
        });
      case 'total':
        return t('document.changed.total', {
          before: format.amount(change.before),
          after: format.amount(change.after),
        });
      case 'field':
        return t('document.changed.field', { field: t(`field.${change.field}`) });
      case 'assignee':
        return t('document.changed.assignee', { name: change.name ?? t('timeline.nobody') });
      default:
        return t(`document.changed.${change.kind}`, { count: change.count });
    }
  };
  return (
    <div role="status" onFocus={onFocus}>
      {note === null ? null : (
        <section className={classes.note} aria-label={t('document.changed.label')}>
          <IconAlertTriangle size={16} stroke={1.6} className={classes.icon} aria-hidden />
          <div className={classes.text}>
            <p className={classes.title}>
              {note.by === null
                ? t('document.changed.title_unknown')
                : t('document.changed.title', { name: note.by })}
            </p>
            <ul className={classes.changes}>
              {note.changes.map((change) => (
                <li key={textOf(change)}>{textOf(change)}</li>
              ))}
            </ul>
          </div>
          <Button variant="default" size="compact-sm" onClick={acknowledge}>
            {t('document.changed.acknowledge')}
          </Button>
        </section>
      )}
    </div>
  );
}

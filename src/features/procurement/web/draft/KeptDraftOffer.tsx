import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/web/use-format.ts';
import classes from '../steps/ChangeNote.module.css';
import type { ProcurementForm } from '../use-procurement-form.ts';

/** Offers what was typed and not saved when the page was last left or broken off (PROC-13). */
export function KeptDraftOffer({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { kept, document, editor } = form;
  if (kept.found === null || !form.isEditing) return null;
  const { draft, contentVersion, keptAt } = kept.found;
  const isOutdated = document !== null && contentVersion !== document.timeline.content_version;
  return (
    <section className={classes.note} aria-label={t('procurement.kept.label')}>
      <IconRestore size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <p className={classes.title}>{t('procurement.kept.title', { time: format.instant(keptAt) })}</p>
        {isOutdated ? <p className={classes.changes}>{t('procurement.kept.outdated')}</p> : null}
      </div>
      <Button variant="default" size="compact-sm" onClick={kept.settle}>
        {t('procurement.kept.discard')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          editor.replace(draft);
          kept.settle();
        }}
      >
        {t('procurement.kept.restore')}
      </Button>
    </section>
  );
}

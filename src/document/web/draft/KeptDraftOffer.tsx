import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../platform/web/kit/PageNote.module.css';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { DocumentForm } from '../use-document-form.ts';

/** Offers the unsaved content of an earlier visit (PROC-13). */
export function KeptDraftOffer({ form }: { readonly form: DocumentForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { kept, document } = form;
  if (kept.found === null || !form.isEditing) return null;
  const { contentVersion, keptAt } = kept.found;
  const isOutdated = document !== null && contentVersion !== document.timeline.content_version;
  return (
    <section className={classes.note} aria-label={t('document.kept.label')}>
      <IconRestore size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <p className={classes.title}>{t('document.kept.title', { time: format.instant(keptAt) })}</p>
        {isOutdated ? <p className={classes.changes}>{t('document.kept.outdated')}</p> : null}
      </div>
      <Button variant="default" size="compact-sm" onClick={kept.discard}>
        {t('document.kept.discard')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={kept.restore}>
        {t('document.kept.restore')}
      </Button>
    </section>
  );
}

import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { DeletionPreview } from '../model.ts';
import classes from './Deletion.module.css';
import { hashOf } from './use-deletion.ts';

interface HandoverProps {
  readonly id: number;
  readonly value: string;
  /** The server's refusal of the hash. */
  readonly error: string | null;
  readonly archive: DeletionPreview['archive'];
  readonly isConfirmed: boolean;
  readonly onChange: (hash: string) => void;
  readonly onConfirm: (isConfirmed: boolean) => void;
}

/** Confirms that the archive was downloaded and handed over, as required within retention (ARC-03). */
export function Handover(props: HandoverProps): ReactNode {
  const { id, value, archive, isConfirmed, onChange, onConfirm } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const isWrong = value !== '' && hashOf(value) === null;
  return (
    <section className={classes.section} aria-labelledby="handover">
      <h2 id="handover">{t('deletion.handover_title')}</h2>
      <p>{t('deletion.handover_text')}</p>
      <div>
        <Button
          variant="default"
          renderRoot={(root) => <Link {...root} to="/operator/tenant/archive" search={{ id }} />}
        >
          {t('deletion.make_archive')}
        </Button>
      </div>
      <TextField
        label={t('deletion.sha256')}
        name="archive_sha256"
        autoComplete="off"
        value={value}
        error={isWrong ? t('deletion.sha256_wrong') : props.error}
        onChange={onChange}
      />
      {archive === null || isWrong || value === '' ? null : (
        <>
          <p>{t('deletion.archive_made', { date: format.instant(archive.made_at) })}</p>
          <Checkbox
            label={t('deletion.confirmed')}
            checked={isConfirmed}
            onChange={(event) => onConfirm(event.currentTarget.checked)}
          />
        </>
      )}
    </section>
  );
}

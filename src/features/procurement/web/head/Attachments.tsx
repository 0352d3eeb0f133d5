import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { IconFile, IconFileTypePdf, IconMail, IconPhoto, IconTable, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { InstantText } from '../../../../platform/web/kit/DayText.tsx';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { FileDrop } from '../../../../platform/web/kit/FileDrop.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { mayAttach, mayDetach } from '../../attachments.ts';
import type { FileRow } from '../document.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import classes from './Attachments.module.css';
import { useAttachments } from './use-attachments.ts';

/** What can be attached (PROC-29); the server looks at the bytes. */
const accept = '.pdf,.jpg,.jpeg,.png,.xlsx,.docx,.eml';

/** The documents of a request: offers, drawings, mails (PROC-29). */
export function Attachments({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { files, sending, add, open, remove } = useAttachments(form);
  const [leaving, setLeaving] = useState<FileRow | null>(null);
  const isOpen = mayAttach(form.situation) === true;
  return (
    <section className={classes.section} aria-label={t('procurement.tab.documents')}>
      {isOpen ? (
        <FileDrop
          label={t('procurement.documents.add')}
          hint={t('procurement.documents.types', { size: format.quantity(uploadLimitBytes / 1024 / 1024) })}
          accept={accept}
          onFiles={add}
        />
      ) : null}
      {files.length === 0 && sending.length === 0 && !isOpen ? (
        <EmptyState
          icon={<IconFile size={24} stroke={1.6} aria-hidden />}
          title={t('procurement.documents.none')}
        />
      ) : null}
      <ul className={classes.list} aria-live="polite">
        {files.map((file) => (
          <AttachedFile
            key={file.id}
            file={file}
            onOpen={() => open(file)}
            onRemove={isRemovable(form, file) ? () => setLeaving(file) : null}
          />
        ))}
        {sending.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files on their way have nothing else that tells them apart.
          <li key={index} className={classes.row}>
            <Loader size={16} color="var(--k-ink-3)" />
            <span className={classes.name}>{name}</span>
            <span className={classes.quiet}>{t('procurement.documents.sending')}</span>
          </li>
        ))}
      </ul>
      {leaving === null ? null : (
        <ConfirmDialog
          opened
          isDestructive
          title={t('procurement.documents.remove_title')}
          actionLabel={t('document.line.remove')}
          onConfirm={() => {
            remove(leaving);
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        >
          {t('procurement.documents.remove_text', { name: leaving.name })}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface AttachedFileProps {
  readonly file: FileRow;
  readonly onOpen: () => void;
  readonly onRemove: (() => void) | null;
}

function AttachedFile({ file, onOpen, onRemove }: AttachedFileProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const Icon = iconOf(file.mime);
  const label = t('procurement.documents.remove', { name: file.name });
  return (
    <li className={classes.row}>
      <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <button type="button" className={classes.open} onClick={onOpen}>
        {file.name}
      </button>
      <span className={classes.quiet}>
        {t('procurement.documents.size', {
          size: format.quantity(Math.max(1, Math.round(file.size / 1024))),
        })}
      </span>
      <span className={classes.by}>
        {file.created_by?.name} <InstantText instant={file.created_at} />
      </span>
      {onRemove === null ? null : (
        <Tooltip label={label}>
          <ActionIcon size={24} aria-label={label} onClick={onRemove}>
            <IconX size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

/** What the product itself keeps with a request, such as a letter that was sent, stays (ARC-01). */
function isRemovable({ situation }: ProcurementForm, { file, created_by }: FileRow): boolean {
  return file?.received_by === 'upload' && !isRefusal(mayDetach(situation, created_by?.id ?? 0));
}

function iconOf(mime: string) {
  if (mime === 'application/pdf') return IconFileTypePdf;
  if (mime.startsWith('image/')) return IconPhoto;
  if (mime.includes('spreadsheet')) return IconTable;
  return mime === 'message/rfc822' ? IconMail : IconFile;
}

import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { IconFile, IconFileTypePdf, IconMail, IconPhoto, IconTable, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { InstantText } from '../../../platform/web/kit/DayText.tsx';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { FileDrop } from '../../../platform/web/kit/FileDrop.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { mayAttach, mayDetach } from '../../attachments.ts';
import type { FileRow } from '../document.ts';
import type { DocumentForm } from '../use-document-form.ts';
import classes from './Attachments.module.css';
import { KeptUntil, Retention } from './Retention.tsx';
import { useAttachments } from './use-attachments.ts';

/** The accepted file types (PROC-29); the server checks the bytes. */
const accept = '.pdf,.jpg,.jpeg,.png,.xlsx,.docx,.eml';

export interface AttachmentsProps {
  readonly form: DocumentForm;
  /** The person may add files after the last step (CON-10). */
  readonly keepsFiles?: boolean;
  /** Files added until then cannot be removed (CON-38). */
  readonly sealedAt?: string | null;
}

/** The attachments of a document: quotes, drawings, mails (PROC-29). */
export function Attachments({ form, keepsFiles = false, sealedAt = null }: AttachmentsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { files, sending, add, open, remove } = useAttachments(form);
  const isOpen = mayAttach(form.situation, keepsFiles) === true;
  const [leaving, setLeaving] = useState<FileRow | null>(null);
  return (
    <section className={classes.section} aria-label={t('document.files.title')}>
      {isOpen ? (
        <FileDrop
          label={t('document.files.add')}
          hint={t('document.files.types', { size: format.quantity(uploadLimitBytes / 1024 / 1024) })}
          accept={accept}
          onFiles={add}
        />
      ) : null}
      {files.length === 0 && sending.length === 0 && !isOpen ? (
        <EmptyState icon={<IconFile size={24} stroke={1.6} aria-hidden />} title={t('document.files.none')} />
      ) : null}
      <ul className={classes.list} aria-live="polite">
        {files.map((file) => (
          <AttachedFile
            key={file.id}
            file={file}
            onOpen={() => open(file)}
            onRemove={isRemovable(form, file, { keepsFiles, sealedAt }) ? () => setLeaving(file) : null}
          />
        ))}
        {sending.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files being sent have no other identity.
          <li key={index} className={classes.row}>
            <Loader size={16} color="var(--k-ink-3)" />
            <span className={classes.name}>{name}</span>
            <span className={classes.quiet}>{t('document.files.sending')}</span>
          </li>
        ))}
      </ul>
      {form.document === null ? null : <Retention document={form.document} />}
      {leaving === null ? null : (
        <ConfirmDialog
          opened
          isDestructive
          title={t('document.files.remove_title')}
          actionLabel={t('document.files.take_off')}
          onConfirm={() => {
            remove(leaving);
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        >
          {t('document.files.remove_text', { name: leaving.name })}
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
  const label = t('document.files.remove', { name: file.name });
  return (
    <li className={classes.row}>
      <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <button type="button" className={classes.open} onClick={onOpen}>
        {file.name}
      </button>
      <span className={classes.quiet}>
        {t('document.files.size', {
          size: format.quantity(Math.max(1, Math.round(file.size / 1024))),
        })}
      </span>
      {file.file?.kept_until ? (
        <span className={classes.quiet}>
          <KeptUntil day={file.file.kept_until} />
        </span>
      ) : null}
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

/** Whether the person may remove the file; files kept by the product, such as sent letters, stay (ARC-01). */
function isRemovable(
  { situation }: DocumentForm,
  { file, file_id: fileId, created_by, created_at }: FileRow,
  { keepsFiles, sealedAt }: Pick<Required<AttachmentsProps>, 'keepsFiles' | 'sealedAt'>,
): boolean {
  const isSealed = sealedAt !== null && Date.parse(created_at) <= Date.parse(sealedAt);
  const link = { fileId, uploaderId: created_by?.id ?? 0, isSealed };
  return file?.received_by === 'upload' && !isRefusal(mayDetach(situation, link, keepsFiles));
}

function iconOf(mime: string) {
  if (mime === 'application/pdf') return IconFileTypePdf;
  if (mime.startsWith('image/')) return IconPhoto;
  if (mime.includes('spreadsheet')) return IconTable;
  return mime === 'message/rfc822' ? IconMail : IconFile;
}

import { Button } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as AmountText } from '../../base/money.ts';
import { Amount } from '../../platform/web/kit/Amount.tsx';
import { AtOnce } from '../../platform/web/kit/AtOnce.tsx';
import { LeaveGuard } from '../../platform/web/kit/LeaveGuard.tsx';
import { MeaningBadge } from '../../platform/web/kit/MeaningBadge.tsx';
import { PageTitleRow } from '../../platform/web/kit/PageTitleRow.tsx';
import { useUnreadCount } from '../../platform/web/kit/unread-fields.ts';
import { useSaveKey } from '../../platform/web/kit/use-key-down.ts';
import { useHasRole } from '../../platform/web/profile.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import { useIsPhone } from '../../platform/web/use-is-phone.ts';
import { ApprovalDifferences } from './ApprovalDifferences.tsx';
import classes from './DocumentPage.module.css';
import { BodySkeleton } from './DocumentSkeleton.tsx';
import { documentNumber, type ShownDocument } from './document.ts';
import { KeptDraftOffer } from './draft/KeptDraftOffer.tsx';
import { ListSteps } from './ListSteps.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { ApprovedAlready } from './steps/ApprovedAlready.tsx';
import { ShortTurn } from './steps/BarNotice.tsx';
import { ChangeNote } from './steps/ChangeNote.tsx';
import { DocumentBar } from './steps/DocumentBar.tsx';
import { DocumentConflicts } from './steps/DocumentConflicts.tsx';
import { DocumentDialogs, type OwnDialogs } from './steps/DocumentDialogs.tsx';
import { TimelinePanel } from './steps/TimelinePanel.tsx';
import type { DocumentActions } from './steps/use-document-actions.ts';
import { useBack } from './use-back.ts';
import type { DocumentForm as Form } from './use-document-form.ts';

export interface DocumentFormProps<Document extends ShownDocument> {
  readonly form: Form<Document>;
  readonly actions: DocumentActions;
  /** The dialogs of this kind. */
  readonly dialogs: OwnDialogs<Document>;
  /** The row with number, name and status, see `DocumentTitle`. */
  readonly title: ReactNode;
  /** A column to the left of the content; its component shares the width. */
  readonly beside?: ReactNode;
  /** The warning about unsaved changes, if the kind has its own. */
  readonly leaving?: string;
  /** Head, lines and further content of the kind. */
  readonly children: ReactNode;
}

/** The frame of a document page: title, content, timeline and action bar. */
export function DocumentForm<Document extends ShownDocument>(props: DocumentFormProps<Document>): ReactNode {
  const { form, actions, dialogs, title, beside = null, leaving, children } = props;
  const { kind, document } = form;
  const unread = useUnreadCount();
  useSaveKey(() => {
    const isChanged = form.editor.isDirty || unread > 0;
    if (form.isEditing && isChanged && !form.saving.isPending) form.saveAndNotify();
  });
  return (
    <div className={classes.page}>
      {title}
      <ChangeNote kind={kind} seen={form.seen} />
      <DocumentConflicts form={form} />
      <KeptDraftOffer form={form} />
      <ApprovalDifferences differences={document?.approval_differences ?? []} />
      {document === null ? null : <ApprovedAlready kind={kind} document={document} />}
      <div className={classes.columns} data-beside={beside !== null}>
        {beside}
        <div className={classes.main} ref={form.container} data-tour="head">
          <AtOnce fallback={<BodySkeleton />}>{children}</AtOnce>
        </div>
        {document === null ? null : (
          <TimelinePanel kind={kind} document={document} typed={form.typed} isBeside={beside !== null} />
        )}
      </div>
      <DocumentBar form={form} actions={actions} />
      <DocumentDialogs form={form} actions={actions} dialogs={dialogs} />
      <LeaveGuard isDirty={form.editor.isDirty && form.isEditing} onLeave={form.kept.forget}>
        {leaving}
      </LeaveGuard>
    </div>
  );
}

export interface DocumentTitleProps {
  readonly form: Form;
  /** As typed in the form. */
  readonly name: string;
  /** Null if the value is unknown. */
  readonly total: {
    readonly net: AmountText;
    /** Absent for kinds without taxes. */
    readonly gross?: AmountText;
    readonly currency: string;
    /** The label of the amount, if it is not the net total. */
    readonly label?: string;
  } | null;
  /** The status of an unsaved document. */
  readonly newStatus: string;
  /** Shown beside the status. */
  readonly badge?: ReactNode;
  /** Actions outside the bar. */
  readonly children?: ReactNode;
}

/** Number, name, status and net amount of a document, with a back button. */
export function DocumentTitle({
  form,
  name,
  total,
  newStatus,
  badge,
  children,
}: DocumentTitleProps): ReactNode {
  const { t } = useTranslation();
  const back = useBack();
  const seesPrices = useHasRole('user-price');
  const { kind, document } = form;
  const isPhone = useIsPhone();
  const format = useFormat();
  return (
    <PageTitleRow
      title={name.trim() || t(document === null ? `${kind.name}.new` : 'overview.unnamed')}
      number={document === null ? null : documentNumber(kind, document)}
      status={
        <>
          <StatusBadge kind={kind.name} status={document?.status ?? newStatus} />
          {badge}
          {document !== null && document.legal_hold !== null ? (
            <MeaningBadge meaning="waiting">{t('document.retention.badge')}</MeaningBadge>
          ) : null}
          {isPhone ? <ShortTurn form={form} /> : null}
        </>
      }
      {...(seesPrices && total !== null
        ? {
            amount: <Amount value={total.net} currency={total.currency} decimals={2} />,
            amountLabel:
              isPhone && total.gross !== undefined
                ? t('document.net_and_gross', {
                    gross: format.amount(total.gross, { currency: total.currency, decimals: 2 }),
                  })
                : (total.label ?? t('document.net')),
          }
        : {})}
      steps={<ListSteps document={document && { kind: kind.name, id: document.id }} />}
      onBack={back}
    >
      {document === null ? undefined : (
        <>
          <EditToggle form={form} />
          {children}
        </>
      )}
    </PageTitleRow>
  );
}

/** Switches between reading and editing, for documents that open read-only. */
function EditToggle({
  form: { editor, isEditing, isToggled, mayEdit, setEditing },
}: Pick<DocumentTitleProps, 'form'>): ReactNode {
  const { t } = useTranslation();
  if (!mayEdit || !isToggled) return null;
  const Icon = isEditing ? IconEye : IconPencil;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      disabled={isEditing && editor.isDirty}
      onClick={() => setEditing(!isEditing)}
    >
      {t(isEditing ? 'document.stop_editing' : 'document.edit')}
    </Button>
  );
}

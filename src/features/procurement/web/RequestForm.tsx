import { Button } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { LeaveGuard } from '../../../platform/web/kit/LeaveGuard.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { MeaningBadge, StatusBadge } from '../../../platform/web/kit/StatusBadge.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { documentNumber, type ProcurementDocument } from './document.ts';
import type { Draft } from './draft/draft.ts';
import { KeptDraftOffer } from './draft/KeptDraftOffer.tsx';
import { SelectContract } from './head/SelectContractDialog.tsx';
import { PdfButton } from './ordering/PdfButton.tsx';
import classes from './ProcurementPage.module.css';
import { RequestBody } from './RequestBody.tsx';
import { ChangeNote } from './steps/ChangeNote.tsx';
import { DocumentBar } from './steps/DocumentBar.tsx';
import { TimelinePanel } from './steps/TimelinePanel.tsx';
import { useDocumentActions } from './steps/use-document-actions.ts';
import { type ProcurementForm, useProcurementForm } from './use-procurement-form.ts';

export interface RequestFormProps {
  readonly document: ProcurementDocument | null;
  /** What a new request is filled with. */
  readonly start: Draft;
  readonly onCreated: (id: number) => void;
}

/** Title, head, lines and timeline of one request, with the bar of its actions. */
export function RequestForm({ document, start, onCreated }: RequestFormProps): ReactNode {
  const form = useProcurementForm(document, start, onCreated);
  const actions = useDocumentActions(form);
  useSaveKey(form);
  return (
    <div className={classes.page}>
      <TitleRow form={form} />
      <ChangeNote seen={form.seen} />
      <KeptDraftOffer form={form} />
      <div className={classes.columns}>
        <div className={classes.main} ref={form.container}>
          <RequestBody form={form} actions={actions} />
        </div>
        {document === null ? null : (
          <TimelinePanel document={document} text={form.comment} onText={form.setComment} />
        )}
      </div>
      <DocumentBar form={form} actions={actions} />
      <LeaveGuard isDirty={form.editor.isDirty && form.isEditing} onLeave={() => form.kept.settle()} />
      <SelectContract form={form} />
    </div>
  );
}

interface TitlePartProps {
  readonly form: ProcurementForm;
}

function TitleRow({ form }: TitlePartProps): ReactNode {
  const { t } = useTranslation();
  const router = useRouter();
  const seesPrices = useHasRole('user-price');
  const { document, editor, totals, isEditing } = form;
  const name = isEditing ? editor.draft.head.name : (document?.name ?? '');
  const isInAdvance = (isEditing ? editor.draft.head : document)?.payment_in_advance ?? false;
  const currency = document?.currency ?? editor.draft.head.client?.currency ?? 'EUR';
  return (
    <PageTitleRow
      title={name.trim() || t(document === null ? 'procurement.new' : 'overview.unnamed')}
      number={document === null ? null : documentNumber(document)}
      status={
        <>
          <StatusBadge kind="procurement" status={document?.status ?? 'draft'} />
          {isInAdvance ? (
            <MeaningBadge meaning="waiting">{t('field.payment_in_advance')}</MeaningBadge>
          ) : null}
        </>
      }
      {...(seesPrices
        ? {
            amount: <Amount value={totals.total_netto} currency={currency} decimals={2} />,
            amountLabel: t('procurement.net_label'),
          }
        : {})}
      onBack={() =>
        router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/overview' })
      }
    >
      {document === null ? undefined : (
        <>
          <EditToggle form={form} />
          <PdfButton document={document} />
        </>
      )}
    </PageTitleRow>
  );
}

/** Takes turns between reading and changing where one reads first. */
function EditToggle({
  form: { editor, isEditing, isToggled, mayEdit, setEditing },
}: TitlePartProps): ReactNode {
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
      {t(isEditing ? 'procurement.stop_editing' : 'procurement.edit')}
    </Button>
  );
}

/** `Ctrl+S` saves what is typed. */
function useSaveKey(form: ProcurementForm): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (form.isEditing && form.editor.isDirty && !form.saving.isPending) form.saveAndTell();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

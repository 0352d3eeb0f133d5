import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type LetterChannel, type NoticeForm, noticeForms } from '../../enumerations.ts';
import { useSafeTexts } from '../dates/safe-texts.ts';
import { type ContractDocument, contractPage } from '../kind.ts';
import { LetterFields, letterInput, useChosenLetter } from './LetterFields.tsx';
import classes from './TerminateDialog.module.css';
import { useProof } from './use-proof.tsx';
import { useProposedTermination } from './use-proposed-termination.ts';

/** Asks for the days of letter and receipt, and shows the resulting end while typing (CON-10, CON-28). */
export function TerminateDialog({
  document,
  action,
  ...dialog
}: OwnDialogProps<ContractDocument>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [sent, setSent] = useState<Day | null>(format.today());
  const [received, setReceived] = useState<Day | null>(null);
  const [form, setForm] = useState<NoticeForm>('letter');
  const [agreed, setAgreed] = useState<Day | null>(null);
  const [letter, setLetter] = useChosenLetter(document, null);
  const proof = useProof();
  const noticed = { notice_form: form, letter: letterInput(letter) };
  const proposed = useProposedTermination(document, {
    ...noticed,
    notice_sent_on: sent,
    terminated_on: received,
  });
  if (action === undefined) return null;
  const mayAgree = (document.termination_special_right ?? '').trim() !== '' || proposed.end === null;
  return (
    <ActionDialog
      {...dialog}
      kind={contractPage}
      action={{ ...action, is_comment_required: agreed !== null }}
      onDone={(answer) => {
        proof.send(answer.id);
        dialog.onDone(answer);
      }}
      more={{
        notice_sent_on: sent,
        terminated_on: proposed.terminated_on,
        ...noticed,
        agreed_end: agreed,
      }}
    >
      <div className={classes.fields}>
        <DayField label={t('field.notice_sent_on')} required value={sent} onChange={setSent} />
        <DayField
          label={t('field.terminated_on')}
          value={received ?? proposed.terminated_on}
          onChange={setReceived}
        />
        <FormSelect channel={letter.channel} form={form} onChange={setForm} />
        {mayAgree ? (
          <DayField label={t('audit.contract.agreed_end')} value={agreed} onChange={setAgreed} />
        ) : null}
        <LetterFields
          document={document}
          letter={letter}
          onChange={(next) => {
            const [first = form] = formsFor(next.channel);
            if (!formsFor(next.channel).includes(form)) setForm(first);
            setLetter(next);
          }}
          days={{ notice_sent_on: sent, terminated_on: proposed.terminated_on, agreed_end: agreed }}
          isOptional
        />
        {letter.channel === null ? proof.field : null}
      </div>
      <Missed document={document} proposed={proposed} />
      <End day={agreed ?? proposed.end} />
    </ActionDialog>
  );
}

/** The possible forms of a notice by the channel of its letter; all of them if it is sent outside the product. */
function formsFor(channel: LetterChannel | null): readonly NoticeForm[] {
  if (channel === 'email') return ['email'];
  return channel === 'post' ? ['letter', 'registered_letter'] : noticeForms;
}

/** The day on which the contract ends. */
function End({ day }: { readonly day: Day | null }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className={classes.end} aria-live="polite">
      {day === null
        ? t('contract.dialog.terminate.no_end')
        : t('contract.dialog.terminate.end', { day: format.day(day) })}
    </p>
  );
}

interface FormSelectProps {
  readonly channel: LetterChannel | null;
  readonly form: NoticeForm;
  readonly onChange: (form: NoticeForm) => void;
}

function FormSelect({ channel, form, onChange }: FormSelectProps): ReactNode {
  const { t } = useTranslation();
  const forms = formsFor(channel).map((id) => ({ id, name: t(`contract.choice.notice_form.${id}`) }));
  return (
    <SearchSelect
      label={t('field.notice_form')}
      required
      value={forms.find(({ id }) => id === form) ?? null}
      options={forms}
      onChange={(option) => onChange(option?.id ?? 'letter')}
    />
  );
}

interface MissedProps {
  readonly document: ContractDocument;
  readonly proposed: ReturnType<typeof useProposedTermination>;
}

/** The last days to send notice and, in red, the cost of a receipt after the deadline (CON-32). */
function Missed({ document, proposed }: MissedProps): ReactNode {
  const texts = useSafeTexts();
  const format = useFormat();
  const { openDeadline, missed, terminated_on } = proposed;
  if (openDeadline === null) return null;
  const { client } = document;
  const currency = client?.currency ?? document.currency;
  return (
    <>
      <p className={classes.safe}>{texts.until(openDeadline, client, format.today())}</p>
      {missed === null ? null : (
        <p className={classes.missed} role="alert">
          {texts.missed(missed, currency, openDeadline, terminated_on)}
        </p>
      )}
    </>
  );
}

import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../../../platform/web/kit/DayText.tsx';
import type { ContractDocument } from '../kind.ts';
import classes from './LetterNote.module.css';

/** The state of the notice letter: pending, sent, to be posted, or not sent (CON-31). */
export function LetterNote({ document }: { readonly document: ContractDocument }): ReactNode {
  const { t } = useTranslation();
  const [letter] = document.contract_letters;
  if (letter === undefined || document.terminated_on === null) return null;
  const { state, recipient, failure, failure_reason, settled_at } = letter;
  const isBad = state === 'failed' || state === 'uncertain';
  const Icon = isBad ? IconAlertTriangle : IconMail;
  return (
    <section className={classes.note} data-bad={isBad || undefined} aria-label={t('contract.letter.label')}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <div className={classes.text} aria-live="polite">
        {t(`contract.letter.state.${state}`, { recipient: recipient ?? '' })}{' '}
        {settled_at === null ? null : <InstantText instant={settled_at} />}
        {failure === null ? null : (
          <p>
            {t(`contract.choice.failure.${failure}`)} {failure_reason}
          </p>
        )}
      </div>
    </section>
  );
}

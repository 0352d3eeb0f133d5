import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { CopyButton } from '../../../../platform/web/kit/CopyButton.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ReadEInvoice } from '../../../recognition/reading.ts';
import {
  type ReportedFinding,
  replyToSupplier,
  reportedFindings,
  type VerdictWords,
} from '../../../recognition/verdict.ts';
import classes from './Doubts.module.css';

const files = import.meta.glob<VerdictWords>('../../../../../locales/rules/*.json', { import: 'default' });

/** Number of findings shown before "show all". */
const fewFindings = 3;

interface VerdictNoteProps {
  readonly eInvoice: ReadEInvoice;
  /** The supplier's invoice number, for the letter to the supplier. */
  readonly number: string;
}

/** Whether an e-invoice conforms to its standard, and the rules that it breaks in plain words (REC-11). */
export function VerdictNote({ eInvoice, number }: VerdictNoteProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useVerdictWords();
  const [isOpen, setOpen] = useState(false);
  const { verdict } = eInvoice;
  if (verdict === null || words === undefined) return null;
  const findings = reportedFindings(eInvoice, words, (amount) => format.quantity(amount));
  const isValid = verdict === 'valid';
  return (
    <section className={classes.note} aria-label={t('invoice.verdict.title')}>
      {isValid ? (
        <IconCircleCheck size={18} stroke={1.6} className={classes.good} aria-hidden />
      ) : (
        <IconAlertTriangle size={18} stroke={1.6} className={classes.warning} aria-hidden />
      )}
      <strong>
        {t('invoice.verdict.title')}: {words.verdicts[verdict]}
      </strong>
      <FindingList findings={isOpen ? findings : findings.slice(0, fewFindings)} />
      <div className={classes.actions}>
        {findings.length > fewFindings ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('invoice.verdict.less') : t('invoice.verdict.all', { count: findings.length })}
          </Button>
        ) : null}
        {verdict === 'invalid' ? <CopyReply findings={findings} number={number} /> : null}
      </div>
    </section>
  );
}

function FindingList({ findings }: { readonly findings: readonly ReportedFinding[] }): ReactNode {
  if (findings.length === 0) return null;
  return (
    <ul className={classes.list}>
      {findings.map(({ rule, sentence }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule may be broken more than once with the same words.
        <li key={place}>
          {sentence} <span className={classes.rule}>{rule}</span>
        </li>
      ))}
    </ul>
  );
}

/** Copies a letter to the supplier to the clipboard. */
function CopyReply({
  findings,
  number,
}: Pick<VerdictNoteProps, 'number'> & { readonly findings: readonly ReportedFinding[] }): ReactNode {
  const { t } = useTranslation();
  const reply = replyToSupplier(
    t('invoice.verdict.opening', { number }),
    findings,
    t('invoice.verdict.closing'),
  );
  return (
    <CopyButton
      size="compact-sm"
      variant="default"
      text={reply}
      label={t('invoice.verdict.copy')}
      doneLabel={t('invoice.verdict.copied')}
    />
  );
}

/** Loads the texts of the rules only when a verdict is shown. */
function useVerdictWords(): VerdictWords | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['verdict-words', language],
    queryFn: async () => {
      const file = files[`../../../../../locales/rules/${language}.json`];
      if (!file) throw new Error(`there are no rule texts in ${language}`);
      return await loadChunk(file);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

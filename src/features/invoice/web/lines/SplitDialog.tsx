import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as AmountText } from '../../../../base/money.ts';
import { costCentersOf, ledgerAccountsOf } from '../../../../document/web/lookups.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { isAllReadable } from '../../../../platform/web/kit/form-focus.ts';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { type SplitMode, splitModes } from '../../split-line.ts';
import { ParticularInput } from '../accounting/ParticularInput.tsx';
import type { InvoiceDraft, LineDraft } from '../draft.ts';
import classes from './SplitDialog.module.css';
import { type Part, useParts } from './use-parts.ts';

export interface SplitDialogProps {
  readonly line: LineDraft;
  readonly head: InvoiceDraft['head'];
  /** Receives the lines that replace the split line. */
  readonly onSplit: (parts: readonly LineDraft[]) => void;
  readonly onClose: () => void;
}

/** Splits a line by percent or amount; each part has its own accounting. Enter accepts (VAL-19). */
export function SplitDialog({ line, head, onSplit, onClose }: SplitDialogProps): ReactNode {
  const { t } = useTranslation();
  const split = useParts(line);
  const { currency } = head;
  const lines = split.lines();
  return (
    <LargeDialog title={t('invoice.split.title')} size="min(980px, 96vw)" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The form below the dialog must not submit as well.
          event.stopPropagation();
          if (lines !== null && isAllReadable(event.currentTarget)) onSplit(lines);
        }}
      >
        <div className={classes.line}>
          <strong>{line.description}</strong>
          <Amount value={line.total_netto} currency={currency} decimals={2} />
          <SegmentedControl
            size="xs"
            aria-label={t('invoice.split.by')}
            value={split.mode}
            onChange={split.setMode}
            data={splitModes.map((value) => ({ value, label: t(`invoice.split.mode.${value}`) }))}
          />
        </div>
        <ol className={classes.parts}>
          {split.parts.map((part, place) => (
            <li
              key={part.key}
              className={classes.part}
              aria-label={t('invoice.split.part', { number: place + 1 })}
            >
              <SplitPart split={split} part={part} place={place} head={head} />
            </li>
          ))}
        </ol>
        <div className={classes.foot}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
            onClick={split.add}
          >
            {t('invoice.split.add')}
          </Button>
          <span role="status" className={classes.problem}>
            {lines === null ? t(`invoice.split.problem.${split.mode}`) : null}
          </span>
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" disabled={lines === null}>
            {t('invoice.split.action', { count: split.parts.length })}
          </Button>
        </div>
      </form>
    </LargeDialog>
  );
}

interface SplitPartProps {
  readonly split: ReturnType<typeof useParts>;
  readonly part: Part;
  readonly place: number;
  readonly head: InvoiceDraft['head'];
}

function SplitPart({ split, part, place, head }: SplitPartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <PartFields
        part={part}
        mode={split.mode}
        rest={place === split.parts.length - 1 ? split.rest : null}
        net={split.nets?.[place] ?? null}
        isFirst={place === 0}
        head={head}
        onChange={(change) => split.change(part.key, change)}
      />
      <ActionIcon
        size={28}
        className={classes.remove}
        disabled={split.isFewest}
        aria-label={t('invoice.split.remove', { number: place + 1 })}
        onClick={() => split.remove(part.key)}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
}

interface PartFieldsProps {
  readonly part: Part;
  readonly mode: SplitMode;
  /** The share of the last part: the remainder. */
  readonly rest: AmountText | null;
  /** Null while the shares are not a valid split. */
  readonly net: AmountText | null;
  readonly isFirst: boolean;
  readonly head: InvoiceDraft['head'];
  readonly onChange: (change: Partial<Part>) => void;
}

function PartFields({ part, mode, rest, net, isFirst, head, onChange }: PartFieldsProps): ReactNode {
  const { t } = useTranslation();
  const companyId = head.client?.id ?? null;
  const share = {
    label: t(rest === null ? `invoice.split.share.${mode}` : 'invoice.split.rest'),
    value: rest ?? part.share,
    disabled: rest !== null,
    suffix: mode === 'percent' ? '%' : head.currency,
    ...(isFirst ? { autoFocus: true } : {}),
    onChange: (typed: AmountText | null) => onChange({ share: typed }),
  };
  return (
    <>
      {mode === 'percent' ? <QuantityField {...share} /> : <AmountField {...share} decimals={2} />}
      <div className={classes.net}>
        <span className={classes.label}>{t('document.line.net')}</span>
        <Amount value={net} currency={head.currency} decimals={2} />
      </div>
      <SearchSelect
        label={t('field.cost_center_id')}
        value={part.cost_center}
        {...costCentersOf(companyId)}
        disabled={companyId === null}
        onChange={(cost_center) => onChange({ cost_center })}
      />
      <SearchSelect
        label={t('field.ledger_account_id')}
        value={part.ledger_account}
        {...ledgerAccountsOf(companyId)}
        disabled={companyId === null}
        onChange={(ledger_account) => onChange({ ledger_account })}
      />
      <ParticularInput
        label={t('field.profit_center_id')}
        column="profit_center_id"
        companyId={companyId}
        value={part.profit_center}
        onChange={(profit_center) => onChange({ profit_center })}
      />
    </>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, compareAmounts, isZero, minus, smaller, sum } from '../../../../base/money.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import classes from './ReceiveDialog.module.css';
import { isTooMuch, missingAfter, type ReceiptLine } from './receipt-draft.ts';

export interface ReceiptRowProps {
  readonly line: ReceiptLine;
  /** Its place among the lines of its supplier, from 0. */
  readonly place: number;
  /** The lines of its supplier, drawn or not. */
  readonly count: number;
  readonly quantity: Amount;
  /** It was scanned last, and comes into view. */
  readonly isScanned: boolean;
  readonly onQuantity: (line: number, quantity: Amount) => void;
}

/** One order line with its received quantity (PROC-18). It renders only when its own quantity changes (PROC-40). */
export const ReceiptRow = memo(function ReceiptRow(props: ReceiptRowProps): ReactNode {
  const { line, place, count: lines, quantity, isScanned, onQuantity } = props;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isScanned) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isScanned]);
  const { t } = useTranslation();
  const format = useFormat();
  const { row, ordered, received, missing, isComplete } = line;
  const onChange = (typed: Amount): void => onQuantity(row.id, typed);
  const after = missingAfter(line, quantity);
  const number = [row.item_number, row.unit].filter(Boolean).join(', ');
  const placed = {
    ref: element,
    'data-scanned': isScanned || undefined,
    'data-row': row.id,
    'data-line': place,
    'aria-setsize': lines,
    'aria-posinset': place + 1,
  };
  const count = { received: format.quantity(received), ordered: format.quantity(ordered) };

  if (isComplete) {
    return (
      <li className={classes.complete} {...placed}>
        <div>
          <p>{row.description}</p>
          <p className={classes.quiet}>
            {[number, t('procurement.receive.of', count)].filter(Boolean).join(', ')}
          </p>
        </div>
        <MeaningBadge meaning="done">{t('procurement.receive.complete')}</MeaningBadge>
      </li>
    );
  }
  return (
    <li className={classes.line} {...placed}>
      <p className={classes.name}>{row.description}</p>
      <p className={classes.quiet}>{number}</p>
      <div className={classes.entry}>
        <Stepper
          name={row.description ?? ''}
          quantity={quantity}
          maxQuantity={line.maxQuantity}
          onChange={onChange}
        />
        <div className={classes.state}>
          <p className={classes.quiet}>{t('procurement.receive.of', count)}</p>
          <MissingText after={after} missing={missing} isTooMuch={isTooMuch(line, quantity)} />
        </div>
        {compareAmounts(after, '0') <= 0 ? (
          <IconCheck size={20} stroke={2} className={classes.check} aria-hidden />
        ) : (
          <Button
            variant="subtle"
            className={classes.fill}
            aria-label={t('procurement.receive.all_of', {
              count: format.quantity(missing),
              name: row.description,
            })}
            onClick={() => onChange(missing)}
          >
            {t('procurement.receive.all', { count: format.quantity(missing) })}
          </Button>
        )}
      </div>
    </li>
  );
});

interface MissingTextProps {
  readonly after: Amount;
  readonly missing: Amount;
  readonly isTooMuch: boolean;
}

function MissingText({ after, missing, isTooMuch: isRefused }: MissingTextProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (isRefused) {
    return (
      <p className="problem">
        {refusalText('quantity_exceeds_missing', { missing: format.quantity(missing) })}
      </p>
    );
  }
  if (compareAmounts(after, '0') < 0) {
    const over = format.quantity(minus('0', after));
    return <p className={classes.whole}>{t('procurement.receive.more_than_ordered', { count: over })}</p>;
  }
  if (isZero(after)) return <p className={classes.whole}>{t('procurement.receive.then_complete')}</p>;
  const isTouched = compareAmounts(after, missing) !== 0;
  return (
    <p className={isTouched ? classes.partial : classes.quiet}>
      {t(isTouched ? 'procurement.receive.missing_after' : 'procurement.receive.missing', {
        count: format.quantity(after),
      })}
    </p>
  );
}

interface StepperProps {
  readonly name: string;
  readonly quantity: Amount;
  readonly maxQuantity: Amount;
  readonly onChange: (quantity: Amount) => void;
}

/** Has buttons large enough for gloves. */
function Stepper({ name, quantity, maxQuantity, onChange }: StepperProps): ReactNode {
  const { t } = useTranslation();
  const less = compareAmounts(quantity, '1') <= 0 ? '0' : minus(quantity, '1');
  const more = sum([quantity, '1']);
  return (
    <div className={classes.stepper}>
      <ActionIcon
        size={44}
        aria-label={t('procurement.receive.less', { name })}
        disabled={compareAmounts(quantity, '0') <= 0}
        onClick={() => onChange(less)}
      >
        <IconMinus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <QuantityField
        label={t('procurement.receive.quantity_of', { name })}
        isLabelHidden
        value={quantity}
        onChange={(typed) => onChange(typed ?? '0')}
      />
      <ActionIcon
        size={44}
        aria-label={t('procurement.receive.more', { name })}
        disabled={compareAmounts(quantity, maxQuantity) >= 0}
        onClick={() => onChange(smaller(maxQuantity, more))}
      >
        <IconPlus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </div>
  );
}

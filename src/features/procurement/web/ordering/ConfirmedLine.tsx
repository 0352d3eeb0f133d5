import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ConfirmedField, confirmationDifferences } from '../../order-confirmation.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { agreedPrice, orderedOf } from './order-view.ts';
import classes from './RecordConfirmationDialog.module.css';
import type { ConfirmedLineDraft } from './use-confirmed-lines.ts';

export interface ConfirmedLineProps {
  readonly document: ProcurementDocument;
  readonly line: LineRow;
  /** Its place among the lines of the order, from 0. */
  readonly place: number;
  /** The lines of the order, drawn or not. */
  readonly count: number;
  readonly draft: ConfirmedLineDraft;
  readonly onChange: (line: LineRow, changed: Partial<ConfirmedLineDraft>) => void;
}

/** One order line with ordered and confirmed values and their deviations. */
export function ConfirmedLine(props: ConfirmedLineProps): ReactNode {
  const { document, line, place, count, draft } = props;
  const onChange = (changed: Partial<ConfirmedLineDraft>): void => props.onChange(line, changed);
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const name = line.description ?? '';
  const deviating = new Set(confirmationDifferences(orderedOf(document, line), draft));
  const asked = line.delivery_date ?? document.delivery_date;
  const price = agreedPrice(line);
  const orderedText = [
    [line.quantity === null ? null : format.quantity(line.quantity), line.unit].filter(Boolean).join(' '),
    price === null ? null : `${format.amount(price)} ${document.currency}`,
    asked === null ? null : format.day(asked),
  ]
    .filter(Boolean)
    .join(' · ');
  const marked = (field: ConfirmedField) =>
    deviating.has(field) ? { hint: t('procurement.confirmation.deviates') } : {};
  return (
    <li
      className={classes.line}
      data-deviates={deviating.size > 0 || undefined}
      data-row={line.id}
      data-line={place}
      aria-setsize={count}
      aria-posinset={place + 1}
    >
      <div className={classes.name}>
        <p>
          {name} <span className={classes.quiet}>{line.item_number}</span>
        </p>
        <p className={classes.quiet}>{t('procurement.confirmation.ordered', { value: orderedText })}</p>
      </div>
      <Captioned field="quantity">
        <QuantityField
          label={t('procurement.confirmation.quantity_of', { name })}
          isLabelHidden
          {...marked('quantity')}
          value={draft.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
      </Captioned>
      {seesPrices ? (
        <Captioned field="price">
          <AmountField
            label={t('procurement.confirmation.price_of', { name })}
            isLabelHidden
            {...marked('price')}
            value={draft.price}
            onChange={(changed) => onChange({ price: changed })}
          />
        </Captioned>
      ) : null}
      <Captioned field="delivery_date">
        <DayField
          label={t('procurement.confirmation.date_of', { name })}
          isLabelHidden
          {...marked('delivery_date')}
          value={draft.delivery_date}
          onChange={(delivery_date) => onChange({ delivery_date })}
        />
      </Captioned>
    </li>
  );
}

/** Adds a visible caption; the accessible name of the field also contains the line. */
function Captioned(props: { readonly field: ConfirmedField; readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.caption} aria-hidden>
        {t(`procurement.confirmation.${props.field}`)}
      </p>
      {props.children}
    </div>
  );
}

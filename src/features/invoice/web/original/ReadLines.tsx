import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount as AmountText, decimalPlaces } from '../../../../base/money.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Reading, ReadLine, ReadValue } from '../../../recognition/reading.ts';
import classes from './ReadPage.module.css';
import { useUnitText } from './use-read-text.ts';

export interface ReadLinesProps {
  readonly reading: Reading;
  readonly currency: string;
}

export interface LabelledLinesProps extends ReadLinesProps {
  /** The accessible name of the table. */
  readonly label: string;
}

/** The read lines; a sub-line is indented below its parent. */
export function ReadLines({ reading: { lines }, currency, label }: LabelledLinesProps): ReactNode {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('invoice.read.line.position')}</th>
            <th scope="col">{t('invoice.read.line.description')}</th>
            <th scope="col" data-amount>
              {t('invoice.read.line.quantity')}
            </th>
            <th scope="col" data-amount>
              {t('invoice.read.line.price')}
            </th>
            <th scope="col" data-amount>
              {t('invoice.read.line.tax')}
            </th>
            <th scope="col" data-amount>
              {t('document.line.net_in', { currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may have no number, or the same.
            <Line key={index} line={line} position={index + 1} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ line, position }: { readonly line: ReadLine; readonly position: number }): ReactNode {
  const format = useFormat();
  const unit = useUnitText();
  const { lineId, articleNumber, description, quantity, unitCode, priceBaseQuantity } = line;
  const price = line.unitNetPrice ?? line.unitGrossPrice;
  return (
    <tr data-part={line.parentLineId !== null}>
      <td>{lineId?.value ?? position}</td>
      <td>
        <span className={classes.description}>{description?.value ?? '–'}</span>
        {articleNumber === null ? null : <span className={classes.quiet}>{articleNumber.value}</span>}
      </td>
      <td data-amount>
        {quantity === null ? null : `${format.quantity(quantity.value)} ${unit(unitCode?.value)}`}
      </td>
      <td data-amount>
        <Amount value={price?.value} decimals={placesOf(price)} />
        {priceBaseQuantity === null ? null : (
          <span className={classes.quiet}> / {format.quantity(priceBaseQuantity.value)}</span>
        )}
      </td>
      <td data-amount>{line.taxPercent === null ? null : `${format.quantity(line.taxPercent.value)} %`}</td>
      <td data-amount>
        <Amount value={line.lineNet?.value} decimals={2} />
      </td>
    </tr>
  );
}

/** Unit prices may have more decimals than amounts. */
function placesOf(price: ReadValue<AmountText> | null): number {
  return Math.max(2, price === null ? 2 : decimalPlaces(price.value));
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rest } from '../../../../platform/web/api.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type BookingPreview as Preview, reportedIn, type ShownBooking } from '../../shown-booking.ts';
import type { InvoiceDocument } from '../kind.ts';
import classes from './BookingPreview.module.css';
import { ReadyState } from './ReadyState.tsx';

const columns = [
  'account',
  'counter_account',
  'posting_key',
  'tax',
  'debit',
  'credit',
  'base',
  'cost',
  'text',
] as const;
const amounts: ReadonlySet<string> = new Set(['debit', 'credit', 'base']);

/** The bookings that the exporter makes from the saved invoice, and whether it can be exported (EXP-27, EXP-28). */
export function BookingPreview({ document }: { readonly document: InvoiceDocument }): ReactNode {
  const { t } = useTranslation();
  const { id, status, timeline, supplier, client } = document;
  const { data } = useQuery({
    queryKey: ['invoice-bookings', id, timeline.content_version, status],
    queryFn: ({ signal }) => rest<Preview>(`/api/invoice/${id}/bookings`, { signal }),
    enabled: client !== null && document.invoice_date !== null,
    retry: false,
  });
  const isReported = reportedIn.includes(status);
  if (data === undefined || (!isReported && data.bookings.length === 0)) return null;
  return (
    <section className={classes.preview} aria-labelledby="invoice-bookings">
      <h2 id="invoice-bookings" className={classes.heading}>
        {t('invoice.bookings.title', { target: t(`invoice_export.target.${data.target}`) })}
        {data.day === null || data.day === document.invoice_date ? null : (
          <span className={classes.quiet}>
            {' '}
            {t('invoice.bookings.day')} <DayText day={data.day} />
          </span>
        )}
      </h2>
      {isReported ? (
        <p className={classes.state}>
          <ReadyState problem={data.problem} target={data.target} supplier={supplier} client={client} />
        </p>
      ) : null}
      {data.bookings.length === 0 ? null : <Bookings bookings={data.bookings} />}
    </section>
  );
}

function Bookings({ bookings }: { readonly bookings: readonly ShownBooking[] }): ReactNode {
  const { t } = useTranslation();
  // Only bookings in a foreign currency have a base amount.
  const hasBase = bookings.some(({ base_amount }) => base_amount !== null);
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-labelledby="invoice-bookings">
        <thead>
          <tr>
            {columns
              .filter((column) => column !== 'base' || hasBase)
              .map((column) => (
                <th key={column} scope="col" className={amounts.has(column) ? classes.amount : undefined}>
                  {t(`invoice.bookings.column.${column}`)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bookings have no name of their own and never move
            <Row key={place} booking={booking} hasBase={hasBase} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly booking: ShownBooking;
  readonly hasBase: boolean;
}

function Row({ booking, hasBase }: RowProps): ReactNode {
  const format = useFormat();
  const { account, counter_account, posting_key, tax_percentage: tax, side, currency } = booking;
  const amount = <Amount value={Number(booking.amount)} currency={currency} decimals={2} />;
  return (
    <tr>
      <td>{account}</td>
      <td>{counter_account}</td>
      <td>{posting_key}</td>
      <td>{tax === null ? null : `${format.quantity(tax)} %`}</td>
      <td className={classes.amount}>{side === 'S' ? amount : null}</td>
      <td className={classes.amount}>{side === 'H' ? amount : null}</td>
      {hasBase ? (
        <td className={classes.amount}>
          {booking.base_amount === null ? null : format.amount(booking.base_amount)}
        </td>
      ) : null}
      <td>{booking.cost_objects.join(', ')}</td>
      <td className={classes.text}>{booking.text}</td>
    </tr>
  );
}

import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openFile } from '../../../../document/web/head/use-attachments.ts';
import { DayText, InstantText } from '../../../../platform/web/kit/DayText.tsx';
import { DrawnRows } from '../../../../platform/web/kit/DrawnRows.tsx';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useRowsInView } from '../../../../platform/web/use-rows-in-view.ts';
import type { OrderedLine } from '../../order-confirmation.ts';
import type { LetterRow } from '../document.ts';
import classes from './OrderPanel.module.css';
import type { ShownConfirmation, ShownDifference, ShownOrder } from './order-view.ts';

export interface OrderTrailProps {
  readonly order: ShownOrder;
}

/** Every letter with its version and sent PDF, and the supplier's confirmations (PROC-36, PROC-37). */
export function OrderTrail({ order }: OrderTrailProps): ReactNode {
  const { t } = useTranslation();
  const { supplier, letters, confirmations } = order;
  if (letters.length === 0) return null;
  return (
    <ul className={classes.trail} aria-label={t('procurement.order.history', { supplier })}>
      {letters.map((letter) => (
        <LetterLine key={letter.id} letter={letter} />
      ))}
      {confirmations.map((confirmation) => (
        <ConfirmationLine key={confirmation.row.id} confirmation={confirmation} />
      ))}
    </ul>
  );
}

function LetterLine({ letter }: { readonly letter: LetterRow }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { kind, version, change_no, state, channel, recipient, file_id } = letter;
  const name = t(`procurement.order.letter.${kind}`, { number: change_no });
  const isReported = state === 'sent' && channel === 'manual';
  return (
    <li className={classes.entry}>
      <span className={classes.version}>{t('procurement.order.version', { version })}</span>
      <span>{name}</span>
      <span className={state === 'failed' || state === 'uncertain' ? 'problem' : 'quiet'}>
        {t(`procurement.order.letter_state.${isReported ? 'told' : state}`)}
      </span>
      {recipient === null ? null : <span className="quiet">{t('procurement.order.to', { recipient })}</span>}
      {channel === 'cxml' ? <span className="quiet">{t('procurement.order.to_shop')}</span> : null}
      <span className="quiet">
        {letter.created_by?.name} <InstantText instant={letter.settled_at ?? letter.created_at} />
      </span>
      {file_id === null || !seesPrices ? null : (
        <FileButton
          fileId={file_id}
          label={t('procurement.order.open_pdf', {
            name: `${name}, ${t('procurement.order.version', { version })}`,
          })}
          fileName={`${name}.pdf`}
          icon={<IconFileTypePdf size={16} stroke={1.6} aria-hidden />}
        />
      )}
    </li>
  );
}

function ConfirmationLine({ confirmation }: { readonly confirmation: ShownConfirmation }): ReactNode {
  const { row } = confirmation;
  const { t } = useTranslation();
  const name =
    row.number === null
      ? t('procurement.confirmation.without_number')
      : t('procurement.confirmation.of', { number: row.number });
  return (
    <li className={classes.entry}>
      <span className={classes.version}>{name}</span>
      <DayText day={row.confirmed_on} />
      <ConfirmationState confirmation={confirmation} />
      {row.file_id === null ? null : (
        <FileButton
          fileId={row.file_id}
          label={t('procurement.order.open_pdf', { name })}
          fileName={name}
          icon={<IconPaperclip size={16} stroke={1.6} aria-hidden />}
        />
      )}
      <DifferenceList confirmation={confirmation} />
    </li>
  );
}

function ConfirmationState({
  confirmation: { row, count, isUndecided },
}: {
  readonly confirmation: ShownConfirmation;
}): ReactNode {
  const { t } = useTranslation();
  // A confirmation can match the changed order and still be undecided.
  const differs = t(count === 0 ? 'procurement.confirmation.deviates' : 'procurement.confirmation.differs', {
    count,
  });
  if (isUndecided) return <MeaningBadge meaning="clearing">{differs}</MeaningBadge>;
  if (count === 0) return <span className="quiet">{t('procurement.confirmation.as_ordered')}</span>;
  return (
    <span className="quiet">
      {row.accepted_at === null
        ? differs
        : `${t('procurement.confirmation.accepted')}, ${row.accepted_by?.name ?? ''}`}
    </span>
  );
}

export interface DifferenceListProps {
  readonly confirmation: Pick<ShownConfirmation, 'differences' | 'hasHidden'>;
}

/** In pixels: a deviation on one line. */
const expectedHeight = 20;

/** The deviations by line, of many those in view (PROC-36, PROC-40); for hidden prices only that they differ. */
export function DifferenceList({ confirmation: { differences, hasHidden } }: DifferenceListProps): ReactNode {
  const { t } = useTranslation();
  const keys = differences.map(({ key }) => key);
  const { list, pieces } = useRowsInView<HTMLUListElement>({ keys, expectedHeight });
  if (differences.length === 0 && !hasHidden) return null;
  return (
    <ul ref={list} className={classes.differences}>
      <DrawnRows pieces={pieces} gap="li">
        {(place) => {
          const difference = differences[place];
          return difference === undefined ? null : (
            <Difference
              key={difference.key}
              difference={difference}
              place={place}
              count={differences.length}
            />
          );
        }}
      </DrawnRows>
      {hasHidden ? <li>{t('procurement.confirmation.hidden')}</li> : null}
    </ul>
  );
}

export interface DifferenceProps {
  readonly difference: ShownDifference;
  /** Its place among the deviations, from 0. */
  readonly place: number;
  /** The deviations, drawn or not. */
  readonly count: number;
}

/** What the supplier confirmed instead of what was ordered. */
export function Difference({ difference, place, count }: DifferenceProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { key, name, field, confirmed, ordered } = difference;
  const textOf = (line: OrderedLine): string => {
    if (field === 'quantity') return line.quantity === null ? '' : format.quantity(line.quantity);
    if (field === 'price') return line.price === null ? '' : format.amount(line.price);
    return line.delivery_date === null ? '' : format.day(line.delivery_date);
  };
  return (
    <li data-row={key} data-line={place} aria-setsize={count} aria-posinset={place + 1}>
      {name}:{' '}
      <strong>
        {t('procurement.confirmation.instead', {
          field: t(`procurement.confirmation.${field}`),
          confirmed: textOf(confirmed),
          ordered: textOf(ordered),
        })}
      </strong>
    </li>
  );
}

interface FileButtonProps {
  readonly fileId: string;
  readonly label: string;
  readonly fileName: string;
  readonly icon: ReactNode;
}

/** Opens a file of the document. */
export function FileButton({ fileId, label, fileName, icon }: FileButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.file}
      aria-label={label}
      onClick={() => void openFile({ file_id: fileId, name: fileName }).catch(toastFailure)}
    >
      {icon}
    </button>
  );
}

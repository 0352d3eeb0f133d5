import { Button } from '@mantine/core';
import { IconChecks, IconScan } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../../base/money.ts';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { DrawnRows } from '../../../../platform/web/kit/DrawnRows.tsx';
import { isAllReadable } from '../../../../platform/web/kit/form-focus.ts';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useRowsInView } from '../../../../platform/web/use-rows-in-view.ts';
import { useStable } from '../../../../platform/web/use-stable.ts';
import { documentNumber, type ProcurementDocument, supplierNames } from '../document.ts';
import { DeliveryNoteFields, DeliveryPlaceFields } from './DeliveryNoteFields.tsx';
import { DamageButton, DeliveryPhoto, DeliveryPhotoButton, TakenDamage } from './DeliveryPhotos.tsx';
import { ReceiptRow } from './ReceiptRow.tsx';
import classes from './ReceiveDialog.module.css';
import {
  type Quantities,
  type ReceiptLine,
  receiptSum,
  type SupplierLines,
  typedQuantity,
} from './receipt-draft.ts';
import { ScanPanel } from './ScanPanel.tsx';
import { type Receiving, useReceiving } from './use-receiving.ts';
import { type Scanning, useScanning } from './use-scanning.ts';

export interface ReceiveDialogProps extends CommandDialogProps {
  readonly document: ProcurementDocument;
}

/** Books received goods by line; designed for phones (PROC-18). */
export function ReceiveDialog({ document, target, onDone, onClose }: ReceiveDialogProps): ReactNode {
  const { t } = useTranslation();
  const receiving = useReceiving(document, { target, onDone, onClose });
  const scanning = useScanning(document, receiving);
  const { lines, suppliers, quantities } = receiving;
  const [only] = suppliers;
  return (
    <LargeDialog
      onClose={onClose}
      size={640}
      title={t('procurement.receive.title')}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <p className={classes.subtitle}>
        {[documentNumber(document), supplierNames(document) || document.name].filter(Boolean).join(', ')}
      </p>
      <Progress lines={lines} quantities={quantities} />
      <div className={classes.tools}>
        <Button
          variant="default"
          className={classes.tool}
          leftSection={<IconChecks size={18} stroke={1.6} aria-hidden />}
          onClick={receiving.fillAll}
        >
          {t('procurement.receive.all_missing')}
        </Button>
        <ScanButton scanning={scanning} />
        {suppliers.length === 1 && only ? (
          <DeliveryPhotoButton file={receiving.fileOf(only.key)} supplier={null} />
        ) : null}
        <DamageButton damage={receiving.damage} />
      </div>
      <TakenDamage damage={receiving.damage} />
      <Scanner scanning={scanning} />
      {suppliers.map((supplier) => (
        <SupplierSection
          key={supplier.key}
          supplier={supplier}
          isOnly={suppliers.length === 1}
          receiving={receiving}
          scanned={scanning.line}
        />
      ))}
      <DeliveryPlaceFields place={receiving.place} onChange={receiving.setPlace} />
      <Foot receiving={receiving} />
    </LargeDialog>
  );
}

interface ScanProps {
  readonly scanning: Scanning;
}

/** Opens the camera; closing it leaves the focus on the quantity of the line that was counted last (MOB-05). */
function ScanButton({ scanning }: ScanProps): ReactNode {
  const { t } = useTranslation();
  const { isOpen, line, open, close } = scanning;
  return (
    <Button
      variant="default"
      className={classes.tool}
      leftSection={<IconScan size={18} stroke={1.6} aria-hidden />}
      onClick={({ currentTarget }) => {
        if (!isOpen) return open();
        close();
        const dialog = currentTarget.closest<HTMLElement>('[role="dialog"]');
        dialog?.querySelector<HTMLElement>(`[data-row="${line}"] input`)?.focus();
      }}
    >
      {t(isOpen ? 'procurement.scan.close' : 'procurement.scan.button')}
    </Button>
  );
}

/** Stays in view above the lines. */
function Scanner({ scanning: { isOpen, answer, onCode } }: ScanProps): ReactNode {
  const { t } = useTranslation();
  if (!isOpen) return null;
  return (
    <div className={classes.scanner}>
      <ScanPanel
        hint={t('procurement.scan.aim')}
        typed={{ label: t('procurement.scan.article_number'), button: t('procurement.scan.count') }}
        answer={answer?.text ?? null}
        isProblem={answer?.isProblem ?? false}
        onCode={onCode}
        onTyped={onCode}
      />
    </div>
  );
}

interface SupplierSectionProps {
  readonly supplier: SupplierLines;
  readonly isOnly: boolean;
  readonly receiving: Receiving;
  /** The line that was scanned last. */
  readonly scanned: number | null;
}

/** The lines of one supplier with the delivery note. */
function SupplierSection({ supplier, isOnly, receiving, scanned }: SupplierSectionProps): ReactNode {
  const { t } = useTranslation();
  const heading = useId();
  const name = supplier.name ?? t('procurement.receive.no_supplier');
  const file = receiving.fileOf(supplier.key);
  const isOpen = supplier.lines.some(({ isComplete }) => !isComplete);
  return (
    <section aria-labelledby={isOnly ? undefined : heading}>
      {isOnly ? (
        <DeliveryPhoto file={file} />
      ) : (
        <h3 id={heading} className={classes.supplier}>
          {name}
        </h3>
      )}
      <ReceiptLines lines={supplier.lines} receiving={receiving} scanned={scanned} />
      {isOnly || isOpen ? (
        <DeliveryNoteFields
          note={receiving.noteOf(supplier.key)}
          onChange={(note) => receiving.setNote(supplier.key, note)}
        />
      ) : null}
      {isOnly || !isOpen ? null : (
        <>
          <div className={classes.tools}>
            <DeliveryPhotoButton file={file} supplier={name} />
          </div>
          <DeliveryPhoto file={file} />
        </>
      )}
    </section>
  );
}

/** In pixels: name, number and buttons with padding. */
const expectedHeight = 118;

interface ReceiptLinesProps extends Pick<SupplierSectionProps, 'receiving' | 'scanned'> {
  readonly lines: readonly ReceiptLine[];
}

/** The lines with their quantities, of many those in view and the scanned one (PROC-40). */
function ReceiptLines({ lines, receiving, scanned }: ReceiptLinesProps): ReactNode {
  const { quantities, setQuantity } = receiving;
  const onQuantity = useStable(setQuantity);
  const keys = lines.map(({ row }) => String(row.id));
  const kept = scanned === null ? undefined : String(scanned);
  const { list, pieces } = useRowsInView<HTMLUListElement>({ keys, expectedHeight, kept });
  return (
    <ul ref={list} className={classes.lines}>
      <DrawnRows pieces={pieces} gap="li">
        {(place) => {
          const line = lines[place];
          return line === undefined ? null : (
            <ReceiptRow
              key={line.row.id}
              line={line}
              place={place}
              count={lines.length}
              quantity={typedQuantity(line, quantities)}
              isScanned={line.row.id === scanned}
              onQuantity={onQuantity}
            />
          );
        }}
      </DrawnRows>
    </ul>
  );
}

/** The summary and the button that books. */
function Foot({ receiving }: { readonly receiving: Receiving }): ReactNode {
  const { t } = useTranslation();
  const { lines, quantities, toBook, isUntouched, problem } = receiving;
  return (
    <footer className={classes.foot}>
      <Summary lines={lines} quantities={isUntouched ? toBook : quantities} isUntouched={isUntouched} />
      {problem === null ? null : (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <Button
        className={classes.book}
        loading={receiving.isPending}
        onClick={(event) => {
          // An unreadable quantity would be booked as zero.
          if (isAllReadable(event.currentTarget.closest<HTMLElement>('[role="dialog"]')))
            void receiving.book().catch(toastFailure);
        }}
      >
        {t(isUntouched ? 'procurement.receive.book_all' : 'procurement.receive.book')}
      </Button>
    </footer>
  );
}

interface LinesProps {
  readonly lines: readonly ReceiptLine[];
  readonly quantities: Quantities;
}

function Progress({ lines, quantities }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { isOfOneUnit, received, booked, ordered } = receiptSum(lines, quantities);
  const share = (amount: Amount): string =>
    `${Math.min(100, (100 * Number(amount)) / Math.max(Number(ordered), 0.001))}%`;
  return (
    <div className={classes.progress}>
      <div className={classes.track} aria-hidden>
        <span className={classes.done} style={{ width: share(received) }} />
        <span className={classes.now} style={{ width: share(booked) }} />
      </div>
      <p>
        {t(isOfOneUnit ? 'procurement.receive.of' : 'procurement.receive.lines_of', {
          received: format.quantity(received),
          ordered: format.quantity(ordered),
        })}
      </p>
    </div>
  );
}

/** Summarizes the edited quantities, or all missing ones if none is edited. */
function Summary({
  lines,
  quantities,
  isUntouched,
}: LinesProps & { readonly isUntouched: boolean }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { isOfOneUnit, booked, lines: count, missing } = receiptSum(lines, quantities);
  const bookedKey = isOfOneUnit ? 'procurement.receive.booked' : 'document.line.count';
  const what = { quantity: format.quantity(booked), count };
  return (
    <p className={classes.summary} aria-live="polite">
      {isUntouched ? <span>{t('procurement.receive.untouched')}</span> : null}
      <span>{t(count === 0 ? 'procurement.receive.none_yet' : bookedKey, what)}</span>
      {isUntouched || count === 0 ? null : (
        <span>{t('procurement.receive.missing_after', { count: format.quantity(missing) })}</span>
      )}
    </p>
  );
}

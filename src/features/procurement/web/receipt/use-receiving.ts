import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../../base/money.ts';
import { type DocumentFile, useDocumentFiles } from '../../../../document/web/head/use-document-file.ts';
import type { CommandDialogProps } from '../../../../document/web/use-document-command.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { procurementKind } from '../../kind.ts';
import type { ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import {
  type DeliveryNote,
  type DeliveryPlace,
  emptyNote,
  emptyPlace,
  noteInput,
  placeInput,
} from './DeliveryNoteFields.tsx';
import {
  allMissing,
  isBooked,
  isTooMuch,
  type Quantities,
  type ReceiptLine,
  receiptLines,
  receiptsOf,
  type SupplierLines,
  supplierLines,
  typedQuantity,
} from './receipt-draft.ts';
import { type DamagePhotos, useDamagePhotos } from './use-damage-photos.ts';

/** The state of the receive dialog. */
export interface Receiving {
  readonly lines: readonly ReceiptLine[];
  readonly suppliers: readonly SupplierLines[];
  readonly quantities: Quantities;
  readonly setQuantity: (line: number, quantity: Amount) => void;
  readonly fillAll: () => void;
  /** No quantity is edited, so that all missing goods are booked: two taps for a complete delivery. */
  readonly isUntouched: boolean;
  readonly toBook: Quantities;
  /** By supplier key. */
  readonly noteOf: (supplier: number) => DeliveryNote;
  readonly setNote: (supplier: number, note: DeliveryNote) => void;
  readonly fileOf: (supplier: number) => DocumentFile;
  readonly damage: DamagePhotos;
  readonly place: DeliveryPlace;
  readonly setPlace: (place: DeliveryPlace) => void;
  /** The reason why nothing was booked. */
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly book: () => Promise<void>;
}

export function useReceiving(
  document: ProcurementDocument,
  { target, onDone, onClose }: CommandDialogProps,
): Receiving {
  const { t } = useTranslation();
  const format = useFormat();
  const lines = useMemo(() => receiptLines(document), [document]);
  const suppliers = useMemo(() => supplierLines(lines), [lines]);
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [notes, setNotes] = useState<ReadonlyMap<number, DeliveryNote>>(new Map());
  const [place, setPlace] = useState<DeliveryPlace>(emptyPlace);
  const fileOf = useDocumentFiles<number>(procurementKind, document.id, true);
  const damage = useDamagePhotos(document);
  const [isTried, setTried] = useState(false);
  const command = useProcurementCommand('receive', { onDone, onWaiting: onClose });

  const missing = allMissing(lines);
  // An edited quantity counts even if it is reset to zero.
  const isUntouched = quantities.size === 0 && missing.size > 0;
  const toBook = isUntouched ? missing : quantities;
  const receipts = receiptsOf(toBook);
  const tooMuch = lines.find((line) => isTooMuch(line, typedQuantity(line, quantities)));
  const noteOf = (supplier: number): DeliveryNote => notes.get(supplier) ?? emptyNote;
  const isSaid = ({ key }: SupplierLines): boolean =>
    noteOf(key).number.trim() !== '' || noteOf(key).day !== null || fileOf(key).name !== null;
  const withoutGoods = suppliers.find((one) => isSaid(one) && !isBooked(one, toBook));

  const problem = (): string | null => {
    if (!isTried) return null;
    if (receipts.length === 0) return t('procurement.receive.nothing');
    if (tooMuch !== undefined) {
      const missing = format.quantity(tooMuch.missing);
      return `${tooMuch.row.description}: ${refusalText('quantity_exceeds_missing', { missing })}`;
    }
    if (withoutGoods === undefined || suppliers.length === 1) return null;
    const supplier = withoutGoods.name ?? t('procurement.receive.no_supplier');
    return t('procurement.receive.note_without_goods', { supplier });
  };
  const book = async (): Promise<void> => {
    setTried(true);
    if (receipts.length === 0 || tooMuch !== undefined || withoutGoods !== undefined) return;
    const deliveries = [];
    for (const { id, key } of suppliers.filter((one) => isSaid(one))) {
      deliveries.push({ supplier_id: id, ...noteInput(noteOf(key)), file_id: await fileOf(key).send() });
    }
    const { comment, ...input } = placeInput(place);
    const said = [comment, await damage.send()].filter(Boolean).join('\n');
    await command.run({ ...target, receipts, deliveries, ...input, comment: said || null });
  };
  return {
    lines,
    suppliers,
    quantities,
    setQuantity: (line, quantity) => setQuantities((before) => new Map([...before, [line, quantity]])),
    fillAll: () => setQuantities(missing),
    isUntouched,
    toBook,
    noteOf,
    setNote: (supplier, note) => setNotes((before) => new Map([...before, [supplier, note]])),
    fileOf,
    damage,
    place,
    setPlace,
    problem: problem(),
    isPending: command.isPending || damage.isSending || suppliers.some(({ key }) => fileOf(key).isSending),
    book,
  };
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ScannedCode, scannedCode } from '../../scanned-code.ts';
import { documentNumber, type ProcurementDocument } from '../document.ts';
import { countArticle } from './scanned-line.ts';
import type { Receiving } from './use-receiving.ts';

/** The scanner of the receive dialog. */
export interface Scanning {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** The line that was counted last. */
  readonly line: number | null;
  readonly answer: { readonly text: string; readonly isProblem: boolean } | null;
  readonly onCode: (text: string) => void;
}

/** Counts scanned and typed articles, and answers all other codes in words (MOB-05). */
export function useScanning(
  document: ProcurementDocument,
  { lines, quantities, setQuantity }: Pick<Receiving, 'lines' | 'quantities' | 'setQuantity'>,
): Scanning {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [line, setLine] = useState<number | null>(null);
  const [answer, setAnswer] = useState<Scanning['answer']>(null);

  const count = (article: Extract<ScannedCode, { kind: 'article' }>): Scanning['answer'] => {
    const counted = countArticle(lines, quantities, article);
    if (counted === null)
      return { text: t('procurement.scan.unknown', { code: article.text }), isProblem: true };
    const { row } = counted.line;
    const name = row.description ?? row.item_number ?? '';
    setLine(row.id);
    if (counted.quantity === null) return { text: t('procurement.scan.full', { name }), isProblem: true };
    setQuantity(row.id, counted.quantity);
    const text = t('procurement.scan.counted', { name, count: format.quantity(counted.quantity) });
    return { text, isProblem: false };
  };
  const answerTo = (code: ScannedCode): Scanning['answer'] => {
    switch (code.kind) {
      case 'article':
        return count(code);
      case 'order':
      case 'order_number': {
        const isSame =
          code.kind === 'order'
            ? code.procurementId === document.id
            : code.number === documentNumber(document);
        return { text: t(`procurement.scan.${isSame ? 'same' : 'other'}_order`), isProblem: !isSame };
      }
      case 'foreign':
        return { text: t('procurement.scan.foreign', { host: code.host }), isProblem: true };
      case 'nothing':
        return { text: t('procurement.scan.nothing'), isProblem: true };
    }
  };
  return {
    isOpen,
    open: () => {
      setAnswer(null);
      setOpen(true);
    },
    close: () => setOpen(false),
    line,
    answer,
    onCode: (text) => setAnswer(answerTo(scannedCode(text, window.location.host))),
  };
}

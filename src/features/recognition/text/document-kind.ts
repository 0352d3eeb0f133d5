import { type Evidence, found } from './evidence.ts';
import { type Cell, plainHeading } from './layout.ts';
import { lenient } from './lenient.ts';
import type { DocumentKind, Found, KnownParties } from './page-reading.ts';
import { creditSigns } from './self-billing.ts';

/** The kind of a document by its title. */
export interface KindOfDocument {
  readonly kind: DocumentKind;
  /** UNTDID 1001; null when it is neither an invoice nor a credit note. */
  readonly typeCode: Found<string> | null;
}

interface Title {
  readonly kind: DocumentKind;
  readonly typeCode: string;
  readonly pattern: RegExp;
}

const titles: readonly Title[] = [
  title(
    'order_confirmation',
    '',
    'auftragsbestätigung|bestellbestätigung|order\\s?confirmation|order acknowledge?ment|confirmation de commande|auftragsbestaetigung',
  ),
  title(
    'delivery_note',
    '',
    'lieferschein|delivery note|packing (?:slip|list)|bon de livraison|warenbegleitschein|pakbon',
  ),
  title(
    'quote',
    '',
    'angebot|kostenvoranschlag|quotation|quote|offer|devis|offerte|proforma(?:[\\s-]?(?:rechnung|invoice))?|pro[\\s-]forma(?:[\\s-](?:rechnung|invoice))?',
  ),
  title(
    'reminder',
    '',
    '(?:\\d\\.\\s?|erste\\s|zweite\\s|letzte\\s)?(?:mahnung|zahlungserinnerung)|payment reminder|reminder|dunning letter|rappel(?: de paiement)?|relance',
  ),
  title('order', '', 'bestellung|purchase order|bon de commande|order'),
  title(
    'terms',
    '',
    '(?:allgemeine\\s)?(?:geschäftsbedingungen|lieferbedingungen|verkaufs- und lieferbedingungen)|agb|(?:general\\s)?terms (?:and|&) conditions|conditions générales(?: de vente)?',
  ),
  title(
    'credit_note',
    '381',
    "(?:kaufmännische\\s|rechnungs)?gutschrift(?:s?anzeige)?|credit[\\s-]?(?:note|memo)|avoir|facture d['’]avoir|creditnota|creditfactuur",
  ),
  title(
    'credit_note',
    '384',
    '(?:rechnungs[\\s-]?)?korrektur(?:[\\s-]?rechnung)?|storno(?:[\\s-]?rechnung)?|rechnungsstorno|corrected invoice|facture rectificative',
  ),
  title(
    'invoice',
    '389',
    'self[\\s-]?bill(?:ing|ed)\\s(?:tax\\s)?invoice|selbst\\s?ausgestellte\\srechnung|(?:provisions|abrechnungs)[\\s-]?gutschrift',
  ),
  title(
    'invoice',
    '326',
    "(?:\\d+\\.\\s?)?(?:teil|abschlags?|anzahlungs)[\\s-]?rechnung|partial invoice|facture d['’]acompte",
  ),
  title(
    'invoice',
    '380',
    '[\\p{L}-]{0,14}rechnung|(?:tax |commercial |sales )?invoice|facture|factuur|handelsrechnung|beleg|kassenbon|quittung',
  ),
];

/** Words that only invoices print, whatever their title. */
const signsOfInvoice =
  /rechnungs[\s-]?(?:nr|nummer|no|datum|betrag)|invoice (?:no|number|date|#)|n° de facture|date de facture|factuurnummer|bitte überweisen/iu;

function title(kind: DocumentKind, typeCode: string, names: string): Title {
  return {
    kind,
    typeCode,
    pattern: new RegExp(
      String.raw`^(?:unsere\s|die\s)?(?:${lenient(names)})(?![\p{L}-])[\s:.,#]*(?<rest>.{0,60})$`,
      'iu',
    ),
  };
}

/** Infers the kind from the title (a short cell in large letters or near the top) or from a code beside it. */
export function kindOf(evidence: Evidence, known: KnownParties): KindOfDocument {
  const titled = titledKind(evidence);
  const { typeCode } = titled;
  if (typeCode?.value !== '381' || typeCode.sure) return titled;
  const { isSelfBilled, isClear } = creditSigns(evidence, known);
  return isSelfBilled
    ? { kind: 'invoice', typeCode: { ...typeCode, value: '389', sure: isClear } }
    : { ...titled, typeCode: { ...typeCode, sure: isClear } };
}

function titledKind(evidence: Evidence): KindOfDocument {
  const cells = evidence.layout.rows.filter(({ page }) => page === 1).flatMap((row) => row.cells);
  const coded = codedKind(cells);
  if (coded) return coded;
  const typical = evidence.layout.rowHeight;
  const ranked = cells
    .flatMap((cell) => titleOf(cell, typical))
    .toSorted((left, right) => right.score - left.score);
  const [best] = ranked;
  const sign = cells.find(({ text }) => signsOfInvoice.test(text));
  const plainInvoice: KindOfDocument = {
    kind: 'invoice',
    typeCode: sign ? found('380', { cell: sign, start: 0, end: sign.text.length }, false) : null,
  };
  if (!best) return sign ? plainInvoice : { kind: 'unknown', typeCode: null };
  const { cell, named, code } = best;
  const rivals = ranked.filter(
    ({ named: other, score }) => other.kind !== named.kind && score > best.score - 1.5,
  );
  // A document with the number and date of an invoice is an invoice, although it also names its order.
  const isInvoice =
    sign !== undefined && named.typeCode === '' && named.kind !== 'reminder' && best.score < 5;
  if (isInvoice) {
    const title = ranked.find(({ named: other }) => other.typeCode !== '');
    if (!title) return plainInvoice;
    const place = { cell: title.cell, start: 0, end: title.cell.text.length };
    return { kind: title.named.kind, typeCode: found(title.code ?? title.named.typeCode, place, false) };
  }
  if (named.typeCode === '') return { kind: named.kind, typeCode: null };
  const place = { cell, start: 0, end: cell.text.length };
  const isSure =
    rivals.length === 0 &&
    (code !== null || named.typeCode === '389' || (sign !== undefined && named.typeCode === '380'));
  return { kind: named.kind, typeCode: found(code ?? named.typeCode, place, isSure) };
}

/** UNTDID 1001 code behind the name of the kind: "Handelsrechnung (380) Nr. 17". */
const codedTitle = /^\p{L}[^\d]{2,60}?\s?\((\d{3})\)\s?(?:nr|no|n°|num|#)/iu;
const codes: Readonly<Record<string, DocumentKind>> = {
  '325': 'quote',
  '326': 'invoice',
  '380': 'invoice',
  '381': 'credit_note',
  '384': 'credit_note',
  '386': 'invoice',
  '389': 'invoice',
  '396': 'credit_note',
  '751': 'invoice',
  '875': 'invoice',
  '876': 'invoice',
  '877': 'invoice',
};

/** The kind by a printed code, which is stronger evidence than any word. */
function codedKind(cells: readonly Cell[]): KindOfDocument | null {
  for (const cell of cells) {
    const code = codedTitle.exec(plainHeading(cell))?.[1];
    const kind = code === undefined ? undefined : codes[code];
    if (code && kind) return { kind, typeCode: found(code, { cell, start: 0, end: cell.text.length }, true) };
  }
  return null;
}

function titleOf(
  cell: Cell,
  typical: number,
): { readonly cell: Cell; readonly named: Title; readonly score: number; readonly code: string | null }[] {
  const text = plainHeading(cell);
  if (text.length > 90) return [];
  return titles.slice().flatMap((named) => {
    const match = named.pattern.exec(text);
    if (!match) return [];
    const rest = match.groups?.rest ?? '';
    // Only a number, a date or a code follows a title; a sentence does not.
    const words = rest
      .replace(/\([^()]*\)/u, '')
      .replace(/(?<!\p{L})(?:nr|no|nummer|number|vom|von|of|from|du|n°|den|issued at|id)(?!\p{L})\.?/giu, '')
      .match(/\p{L}{4,}/gu);
    if (words && words.length > 2) return [];
    const height = cell.words[0] ? cell.words[0].box[3] - cell.words[0].box[1] : typical;
    const size = Math.min(height / typical, 2.5);
    const isSpaced = text !== cell.text.trim();
    const code = /\((\d{3})\)/.exec(rest)?.[1] ?? null;
    const score =
      (size > 1.15 ? size * 2 : 1) +
      (isSpaced ? 2 : 0) +
      (cell.box[1] < 0.45 ? 1 : -2) +
      (rest === '' ? 1 : /\d/.test(rest) ? 1.5 : -0.5) +
      (text === text.toUpperCase() ? 0.5 : 0) +
      (code === null ? 0 : 4) +
      // Other letters only name the invoice they refer to; a title without further words names the letter.
      (named.kind === 'reminder' && words === null ? 2 : 0) -
      (/:\s*$/.test(text) ? 1 : 0);
    return [{ cell, named, score, code }];
  });
}

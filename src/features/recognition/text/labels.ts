import type { Cell, Layout } from './layout.ts';
import { lenient } from './lenient.ts';

/** The meaning of a printed label. */
export type LabelName =
  | 'number'
  /** "Nr." or "Beleg" alone: means the document number only beside the date of the document. */
  | 'plainNumber'
  | 'precedingNumber'
  | 'orderReference'
  | 'sellerOrder'
  | 'buyerReference'
  | 'otherNumber'
  | 'invoiceDate'
  | 'plainDate'
  | 'dueDate'
  | 'deliveryDate'
  | 'period'
  | 'otherDate'
  | 'gross'
  /** "inkl. 19 % MwSt.": labels the gross total, or the tax included in it. */
  | 'withTax'
  | 'net'
  | 'tax'
  | 'due'
  | 'prepaid'
  | 'lineTotal'
  | 'adjustment'
  | 'total'
  | 'vatId'
  | 'taxNumber'
  | 'iban'
  | 'bic';

/** A label and its place in a cell. */
export interface Label {
  readonly name: LabelName;
  readonly cell: Cell;
  readonly start: number;
  readonly end: number;
  /** Whether it refers to the recipient: "Ihre USt-IdNr." */
  readonly isOfBuyer: boolean;
}

const dash = String.raw`[\s\-–./]{0,3}`;
const number = String.raw`(?:nummern?|nr\.?|no\.?|n°|nº|numéro|number|num\.?|#|id(?![a-z]))`;
const date = '(?:datum|date)';
const invoice = String.raw`(?:(?:abschlags|teil|schluss|sammel|storno|korrektur|ausgangs|einzel|kosten|waren|monats|jahres|handels|honorar|gesamt|end|proforma|vorab)?[\s-]?rechnung(?:s(?:korrektur)?)?|gutschrift(?:s)?|faktura|storno|beleg|dokument(?:en)?|invoice|bill|tax invoice|credit[\s-]?(?:note|memo)|document|facture|avoir|factuur|facturation)`;
/** Short forms that mean an invoice only together with a word for its number or date. */
const shortInvoice = String.raw`(?:${invoice}|rechn\.?|rg\.?|re\.?|r(?=[\s.-]{1,2}nr)|inv\.?|fakt\.?)`;
const tax = String.raw`(?:mehrwertsteuer|umsatzsteuer|mwst\.?|must\.?|ust\.?|u\.?st\.|steuer|vat|sales tax|tax|t\.?v\.?a\.?|taxes?|btw|iva)`;
const gross = String.raw`(?:brutto|gross|ttc|t\.t\.c\.?)`;
const withTax = String.raw`(?:inkl(?:usive|\.)?|inc(?:l(?:uding|usive|uant|usief)?)?\.?|einschl(?:ießlich|\.)?|mit)`;
const net = String.raw`(?:netto|net|ht|h\.t\.?|hors taxes?)`;
const withoutTax = String.raw`(?:exkl(?:usive|\.)?|ex(?:cl(?:uding|usive|usief)?)?\.?|ohne|without|w/o|before|vor|zzgl\.?|zuzüglich|plus)`;
const ofTax = String.raw`(?:\s(?:der\s|ges\.\s|gesetzl(?:iche|\.)r?\s|deutscher\s|any\s){0,2}(?:\d+(?:[.,]\d+)?\s?%\s)?${tax})`;
const sum = '(?:gesamt|gesamte?r?|end|rechnungs?|total|summe|betrag|preis|amount|montant|sum|summ?e?n?)';

/** The longest match at a place wins. */
const patterns: readonly (readonly [LabelName, string])[] = [
  [
    'number',
    String.raw`${shortInvoice}${dash}(?:${number}|ref(?:erence|\.)?)(?![\s.:]{0,3}(?:der|des|of the) original)`,
  ],
  ['number', String.raw`${number}\s?(?:de\s(?:la\s)?|d['’]|der\s|of\s(?:the\s)?)?(?:${invoice}|pièce)`],
  [
    'plainNumber',
    String.raw`(?<=^\s*|[|·•,;]\s*)(?:${number}|beleg|dokument|document|référence|reference|rechnung|invoice|facture)(?=\s*:|\s*$|\s\S*\d)`,
  ],
  [
    'number',
    String.raw`(?:rechnung|invoice|gutschrift|facture|avoir|factuur|credit note|rechnungskorrektur|stornorechnung)\s?(?:/\s?(?:invoice|rechnung|credit note)\s?)?(?:${number}|:)`,
  ],
  ['number', String.raw`[\p{L}][\p{L}\s/,-]{2,60}\(\d{3}\)\s?${number}`],
  ['number', String.raw`(?:belegnummer|statement number|invoice\s?/\s?(?:document|reference)\s?${number})`],
  [
    'precedingNumber',
    String.raw`(?:ursprungs?|original|bezugs?|korrigierte|referenz|zu(?:r)?\s|storno\s(?:zu(?:r)?\s)?(?:der\s)?)[\s-]?(?:beleg|rechnung|invoice|facture|ihrer rechnung|unserer rechnung)(?:s?${dash}${number})?`,
  ],
  [
    'precedingNumber',
    String.raw`(?:(?:facture|avoir)\s(?:associée?|liée?|initiale?|rectifiée?|précédente?|de\sréférence|d['’]origine)s?|(?:corrected|original|preceding|related|associated|previous)\sinvoice|(?:vorausgegangene|zugehörige|verbundene)\srechnung|invoice reference)(?:\s?${number})?`,
  ],
  [
    'orderReference',
    String.raw`(?:ihre\s?)?(?:bestell(?:ungs?)?|kundenauftrags?|einkaufs|purchase[\s-]?order|p\.?o\.?|order|commande|bestel|inkooporder)${dash}(?:${number}|referenz|reference|ref\.?|zeichen)`,
  ],
  ['orderReference', String.raw`${number}\s(?:de\s)?(?:commande|bestellung|purchase order|order)`],
  [
    'orderReference',
    String.raw`ihre?\s(?:bestellung(?:\s?${number})?|auftrag(?:s?${dash}${number})?|order|auftragsreferenz)|your\s(?:order|p\.?o\.?)(?:\s?${number})?|votre\s(?:commande|bon de commande)|(?:customer|client|kunden)[\s-]?(?:order|bestell|p\.?o\.?)${dash}(?:${number})?|bon de commande|käuferbestellnummer|bestellung\s${number}\s(?:des\s)?kunden?|(?:bestellung|purchase order|order|commande)(?=\s?:)`,
  ],
  [
    'sellerOrder',
    String.raw`(?:unser(?:e)?\s)?auftrags?${dash}(?:${number}|(?:nr|nummer)${dash}lief(?:erant)?\.?)|auftragsbestätigung(?:s?${dash}${number})?|our\sorder(?:\s?${number})?|sales\sorder(?:\s?${number})?`,
  ],
  [
    'buyerReference',
    String.raw`(?:leitweg${dash}id|käuferreferenz|buyer\s?reference|your\sref(?:erence|\.)?|ihr(?:e)?\s(?:zeichen|referenz|ref\.?)|votre\sréf(?:érence|\.)?|kostenstelle|v\/réf)`,
  ],
  [
    'otherNumber',
    String.raw`(?:kunden?|customer|client|debitoren?|klant|account|konto|lieferschein|delivery\s?note|liefer|vertrags?|contract|contrat|projekt|project|artikel|art\.?|item|product|kreditoren?|lieferanten|lief|supplier|mitglieds?|reklamations?|vorgangs?|telefon|tel\.?|fax|handelsregister|hrb?|register|seriennummer|serial|zähler|tracking|sendungs?|packages?|ticket|filial|kassen|bon|positions?|pos\.?|ean|gtin|gln|iln|mandats?|gläubiger|referenz|kassenzeichen|ihre\skunden|bank|konto|account|routing|siret|siren|kvk|company\sreg(?:istration)?|registration)${dash}(?:s?${dash}?${number}|nr|no|code)`,
  ],
  [
    'otherNumber',
    String.raw`${number}\s(?:de\s)?(?:client|contrat|compte|livraison|kunde|customer|account)|kunde:|customer:|ihre\snummer|lieferschein|delivery note|mandatsreferenz|zählpunkt|gläubiger-?id[a-z-]*|creditor\s?(?:id|identifier)[a-z]*`,
  ],
  [
    'invoiceDate',
    String.raw`(?:(?:liefer|leistungs)-?\s(?:und|u\.|&|/|=)\s)?${shortInvoice}${dash}${date}(?:\s?(?:=|/|und|&|u\.)\s?(?:liefer|leistungs)${date})?`,
  ],
  [
    'invoiceDate',
    String.raw`(?:ausstellungs|faktura|buchungs|fakturierungs)[\s-]?${date}|${date}\s(?:of\s(?:the\s)?(?:issue|invoice)|de\s(?:la\s)?fact(?:ure|uration)|d['’](?:émission|avoir)|der\srechnung)|issue(?:d)?\s?(?:date|on|at)|date\sissued|tax\spoint|émise?\sle|ausgestellt\sam|factuurdatum|invoiced\son|billed\son`,
  ],
  [
    'plainDate',
    String.raw`(?<![\p{L}-]\s?)(?:datum|date|tag)(?=\s?[:\d]|\s*$)|(?<=,\s)(?:den|le|am)(?=\s\d)|(?<=^\s*)(?!liefer|leistung|bestell|fällig|zahl|skonto)\p{L}[\p{L}.-]{2,}(?:\s[\p{L}./()-]+){0,3},(?=\s\d{1,2}\.\s?(?:\d|\p{L}))`,
  ],
  [
    'dueDate',
    String.raw`(?:netto-?)?fällig(?:keit)?(?:s(?:datum|termin|tag)?)?(?:\s(?:am|bis|zum|ist am|spätestens am|per))?|zahlbar\s(?:ohne abzug\s)?(?:bis|am|per|spätestens)(?:\s(?:zum|am))?|zahlungsziel|zahlungstermin|zahlungsfrist|netto\sbis(?:\szum)?|due\s?(?:date|on|by)?(?:\sor\sbefore)?(?=\s?[:\d]|\s*$)|(?:total\s)?(?:amount\s)?due\s(?:date|on|by)|date\sdue|date\slimite(?:\sde\s(?:paiement|règlement))?|payment\s(?:is\s)?due(?:\s(?:date|by|on))?(?:\sor\sbefore)?|payable\s(?:by|until|on)|pay\s(?:by|before)|(?:date\sd['’])?échéance(?:\sle)?|date\sde\srèglement|payable\sau\splus\stard\sle|vervaldatum|(?:remit|pay)\s(?:until|by)`,
  ],
  [
    'dueDate',
    String.raw`(?:überweisen|zahlen|begleichen|bezahlen|zahlung|überweisung|rechnungsbetrag|betrag)\s(?:sie\s)?(?:[\p{L}\s,]{0,40}?\s)?(?:bis|zum)(?:\s?(?:spätestens|zum|am|den))*|zahlungseingang\sbis(?:\szum)?|(?:avant|à régler avant) le|bis\sspätestens(?:\szum|\sam)?`,
  ],
  [
    'deliveryDate',
    String.raw`(?:liefer|leistungs|auslieferungs|versand|ausführungs|liefer[\s-]{0,2}(?:/|und|u\.)\s?leistungs)[\s-]*(?:datum|date|termin|tag|zeitpunkt)|lieferung\sam|geliefert\sam|tag\sder\s(?:lieferung|leistung)|(?:delivery|service|supply|shipping|performance)[\s-]?date|${date}\s(?:of\s(?:delivery|supply|service)|de\s(?:la\s)?(?:livraison|prestation))|erbracht\sam|zeitpunkt\sder\s(?:lieferung|leistung)|delivered\son|leverdatum`,
  ],
  [
    'period',
    String.raw`(?:liefer|leistungs|abrechnungs|rechnungs|berechnungs|abo|nutzungs|liefer-\s?(?:/|und)\s?leistungs)[\s-]?(?:zeitraum|periode)|zeitraum|(?:billing|service|invoice|invoicing|accounting)\s?period|period|période(?:\sde\s(?:facturation|prestation))?|for\sthe\speriod`,
  ],
  [
    'otherDate',
    String.raw`(?:bestell|auftrags?|lieferschein|vertrags?|druck|order|commande|purchase|ship|contract|print|valuta|wert|geburts|kauf|eingangs|angebots?|erstellungs)${dash}${date}(?:${dash}lief)?|${date}\s(?:de\s)?(?:commande|impression)|gültig\s(?:bis|ab)|gedruckt\sam|skonto\s(?:bis|am)`,
  ],
  [
    'otherDate',
    String.raw`${date}\s(?:de\s(?:la\s)?)?(?:fact(?:ure|uration)?|avoir)\s(?:associée?|liée?|initiale?|rectifiée?|précédente?|d['’]origine)|${date}\sof\s(?:the\s)?(?:original|preceding|corrected|associated|related|previous)\sinvoice|(?:ursprungs|original|bezugs)rechnungs?${dash}${date}|${date}\sder\s(?:ursprünglichen|ursprungs|original|bezugs|korrigierten|zugehörigen)[\s-]?rechnung`,
  ],
  ['adjustment', String.raw`(?:brutto|netto|listen|einzel|grund|stück)preis|unit\sprice|prix\sunitaire`],
  ['withTax', String.raw`(?:inkl(?:usive|\.)?|incl(?:uding|usive|usief|\.)?|einschl(?:ießlich|\.)?)${ofTax}`],
  [
    'gross',
    String.raw`(?:${sum}[\s-]?){0,3}\s?\(?${gross}${ofTax}?\)?(?:[\s-]?${sum}){0,2}|(?:${sum}[\s-]?){1,3}\s?[(,]?\s?(?:${withTax}${ofTax}|(?:inkl|incl)(?:usive|\.)?)\)?`,
  ],
  [
    'gross',
    String.raw`(?:end|rechnungs(?:end)?|gesamtrechnungs|gesamt)[\s-]?(?:betrag|summe|preis)(?:\sbrutto)?|(?:invoice|grand|order)\s(?:total|amount)|total\s(?:amount|invoice\samount|invoice|ttc|général|à payer)|montant\s(?:total\s)?ttc|bruttosumme|rechnungstotal|endsumme|gesamtpreis|totaalbedrag|gutschrifts?[\s-]?(?:betrag|summe)|(?:credit|total)\s(?:credit|amount)`,
  ],
  [
    'net',
    String.raw`(?:${sum}[\s-]?){0,3}\s?\(?${net}${ofTax}?\)?(?:[\s-]?(?:${sum}|wert)){0,2}(?:\s${withoutTax}${ofTax})?|(?:${sum}[\s-]?){1,3}\s?[(,]?\s?(?:${withoutTax}${ofTax}|(?:exkl|excl)(?:usive|\.)?)\)?|(?:exkl(?:usive|\.)?|excl(?:uding|usive|usief|\.)?|ohne|without|before)${ofTax}`,
  ],
  [
    'net',
    String.raw`rechnungssumme\sohne\s${tax}|(?:steuer)?(?:basis|bemessungs)(?:betrag|grundlage)|nettobetrag|nettosumme|nettowert|warenwert\snetto|total\sht|montant\sht|(?:net|taxable)\s(?:total|amount)|zu\sversteuern(?:der\sbetrag)?|summe\sohne\s${tax}|exclusief\sbtw|nettoentgelt|entgelt`,
  ],
  [
    'tax',
    String.raw`(?:(?:zzgl|zuzüglich|zuzügl|plus|enthaltene?|darin\senthalten|inkl|inklusive|summe|gesamt|total|montant|betrag|davon|\+|gesetzliche|einschl)\.?\s?){0,3}(?:\d+(?:[.,]\d+)?\s?%\s?)?(?:der\s)?${tax}(?:[\s-]?(?:betrag|summe|gesamt|total|amount|satz)){0,2}(?:\sgesamt|\stotal)?`,
  ],
  [
    'tax',
    String.raw`steuerbetrag|steuersumme|total\s(?:des\s)?(?:taxes?|tva|vat|tax)|(?:vat|tax)\s(?:total|amount)|montant\stva|mwst-betrag`,
  ],
  [
    'due',
    String.raw`zahl(?:ungs)?betrag|zu\s(?:be)?zahlen(?:der\sbetrag|de(?:r)?\sbetrag)?|zu\szahlender\s(?:gesamt)?betrag|(?:amount|total|balance|net)\s(?:due|payable|to\spay)|due\spayable|offener\s(?:betrag|rechnungsbetrag)|restbetrag|noch\szu\szahlen|fälliger\sbetrag|überweisungsbetrag|forderungsbetrag|(?:net|solde|reste)\sà\spayer|residual|verbleibender\sbetrag|te\sbetalen|balance`,
  ],
  [
    'prepaid',
    String.raw`(?:erhaltene\s)?anzahlung(?:en|sbetrag)?|(?:abzüglich|abzgl\.?|./\.|minus)\s(?!\p{L}*(?:rabatt|nachlass|bonus))(?:bereits\s)?(?:geleistete[r]?|erhaltene[r]?|gezahlte[r]?)?\s?\p{L}*|bereits\s(?:ge|be)zahlt(?:er\sbetrag)?|already\spaid|(?:amount\s)?paid(?:\samount)?|prepaid(?:\samount)?|acompte|payments?(?:\sreceived)?|vorauszahlung(?:en)?|abschlagszahlung(?:en)?|gegeben|rückgeld`,
  ],
  [
    'lineTotal',
    String.raw`positionssumme|zwischensumme|zwischentotal|sub[\s-]?totale?|sous[\s-]?total|warenwert|summe\sder\spositionen|summe\spositionen|sum\sof\slines|übertrag|carry\sover|nettowarenwert|warensumme|subtotaal`,
  ],
  [
    'adjustment',
    String.raw`gesamt(?:betrag\sder\s|e[\s-]?)(?:zuschläge|abschläge|rabatte|zuschlag|rabatt)|(?:gesamt|artikel|rechnungs|sonder|artikelgesamt|mengen|treue|kunden)?rabatt(?:betrag)?|nachlass|abschlag|zuschlag|discount|remise|versand(?:kosten)?|fracht(?:kosten)?|porto|shipping(?:\scosts?)?|frais\sde\sport|transport(?:kosten)?|verpackung|skonto(?:betrag|abzug)?|rundung|pfand|mindermengenzuschlag|leergutwert`,
  ],
  [
    'total',
    String.raw`(?:gesamt|end)?summe(?:\sin)?|gesamt|total(?:\s(?:in|eur|usd|chf))?|totaal|insgesamt|betrag(?:\sin)?|zusammen`,
  ],
  [
    'vatId',
    String.raw`(?:umsatzsteuer|ust|mwst|vat|tva|btw|tax|sales\stax|mehrwertsteuer)${dash}(?:ident(?:ifikations?)?\.?${dash}(?:${number})?|id(?:ent)?\.?(?:${dash}(?:${number}))?|reg(?:istration)?\.?\s?${number}|${number}|id|intracom(?:munautaire)?)(?:\s?(?:des|der)?\s?(?:kunden|client|customer|käufers?))?|uid(?:${dash}${number})?|(?:n°|numéro)\s(?:de\s)?(?:tva|t\.v\.a\.)(?:\s(?:intracom[a-z.]*|client))?|vat(?=\s?:)|tva(?=\s?:)|btw(?=\snl)|customer\svat\s?${number}|id\.?-?\snr\.?|eu\svat`,
  ],
  [
    'taxNumber',
    String.raw`(?:st(?:euer)?\.?${dash}(?:${number})|tax\s(?:number|no\.?|id|reference)|steuernr\.?|steuernummer|fiscal\scode)`,
  ],
  ['iban', 'iban'],
  ['bic', String.raw`bic(?:\s?[/-]\s?swift)?(?:[\s-]code)?|swift(?:\s?[/-]\s?bic)?(?:[\s-]code)?`],
];

/** Umlauts are also printed as two letters. */
const umlauts: Readonly<Record<string, string>> = { ä: '(?:ä|ae)', ö: '(?:ö|oe)', ü: '(?:ü|ue)' };
const compiled = patterns.map(([name, source]) => {
  const whole = lenient(String.raw`(?<!\p{L})(?:${source})(?!\p{L})`);
  return [
    name,
    new RegExp(
      whole.replaceAll(/[äöü]/g, (sign) => umlauts[sign] ?? sign),
      'giu',
    ),
  ] as const;
});
/** The largest gap between two words of one text, as a fraction of the page. */
const wordGap = 0.025;
const ofBuyer =
  /(?<!\p{L})(?:ihre?n?|your|votre|client|customer|kunden?|käufers?|buyer|leistungsempfängers?|empfängers?|recipient|acheteur)(?!\p{L})/iu;

/** All labels of a document with their rows. Of overlapping labels the longest wins. */
export function labelsOf(layout: Layout): Label[] {
  return layout.rows.flatMap(({ cells }) => cells.flatMap((cell, place) => labelsIn(cell, cells[place + 1])));
}

function labelsIn(cell: Cell, next: Cell | undefined): Label[] {
  if (cell.text.length > 400) return [];
  const found = compiled.flatMap(([name, pattern]) =>
    [...cell.text.matchAll(pattern)]
      .filter((match) => match[0].trim() !== '')
      .map((match) => ({ name, start: match.index, end: match.index + match[0].trimEnd().length })),
  );
  const longestFirst = found.toSorted((left, right) => right.end - right.start - (left.end - left.start));
  const kept: typeof found = [];
  for (const label of longestFirst) {
    if (!kept.some((other) => other.start < label.end && other.end > label.start)) kept.push(label);
  }
  const inOrder = kept.toSorted((left, right) => left.start - right.start);
  return inOrder.map((label, place) => ({
    ...label,
    name: nameIn(label, inOrder[place - 1], cell.text),
    cell,
    isOfBuyer: ofBuyer.test(textAround(label, cell, next)),
  }));
}

type Part = Pick<Label, 'name' | 'start' | 'end'>;

const numbersOfOthers: ReadonlySet<LabelName> = new Set([
  'precedingNumber',
  'orderReference',
  'sellerOrder',
  'buyerReference',
  'otherNumber',
]);

/** "Rechnungs-Nr./Datum": the date belongs to the same document as the number. */
function nameIn(label: Part, before: Part | undefined, text: string): LabelName {
  const isJoined = before !== undefined && isJoining(text.slice(before.end, label.start));
  if (label.name !== 'plainDate' || !isJoined) return label.name;
  if (before.name === 'number') return 'invoiceDate';
  return numbersOfOthers.has(before.name) ? 'otherDate' : label.name;
}

/** Whether a text joins two labels that share one place: "Nr./Datum". */
export function isJoining(between: string): boolean {
  return /^\s?(?:\/|&|und|and|et)\s?$/iu.test(between);
}

/** The words beside a label. In wide fonts OCR takes a gap between words for a gap between cells. */
function textAround(
  { start, end }: { readonly start: number; readonly end: number },
  cell: Cell,
  next: Cell | undefined,
): string {
  const own = cell.text.slice(Math.max(0, start - 12), end + 10);
  const isClose = next !== undefined && next.box[0] - cell.box[2] < wordGap && end === cell.text.length;
  return isClose ? `${own} ${next.text.slice(0, 10)}` : own;
}

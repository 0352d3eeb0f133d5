import type { PageWords, Word } from './words.ts';

/** Characters that no document prints: control signs, private letters of a font, and the mark for unknown letters. */
const unprinted = /[\p{Cc}\p{Cn}\p{Co}\uFFFD]/gu;
const maxUnprinted = 0.05;
/** With fewer words the language is unknown. */
const fewestSpoken = 20;
const leastKnown = 0.02;
/** The share of words of the picture that a true text layer contains. */
const leastAgreement = 0.5;

/** Words of many business letters, in the languages of suppliers; companies and currencies belong to all of them. */
export const businessWords: ReadonlySet<string> = new Set(
  `gmbh ag kg ohg eur euro iban bic ltd inc llc sarl sas srl spa bv usd chf tel fax mail web www nr no total netto brutto
  der die das und von mit für bei auf den dem des ein eine ist nicht wir sie ihre ihr zum zur bis nach aus im am in an zu
  rechnung rechnungsnummer rechnungsdatum gutschrift datum betrag summe gesamt gesamtbetrag zwischensumme mwst ust menge preis
  einzelpreis bezeichnung artikel position pos stück kunde kundennummer lieferung lieferdatum lieferschein bestellung zahlung
  zahlbar tage tagen bank konto steuer steuernummer seite telefon
  the and of to for with is your you our please invoice number date amount net gross tax vat quantity qty price unit
  description customer order delivery payment due terms page account phone subtotal balance
  le la les et de du pour avec votre vous facture numéro montant taxe tva quantité prix client commande livraison paiement
  échéance référence
  il lo gli di per con fattura numero data importo totale iva quantità prezzo cliente ordine consegna pagamento pagina
  el los las y para factura número fecha importe cantidad precio cliente pedido pago
  het een van en voor met factuur datum bedrag totaal btw aantal prijs klant
  faktura faktúra číslo dátum částka suma celkem spolu dph množství množstvo cena zákazník objednávka splatnosti dodavatel`.split(
    /\s+/,
  ),
);

/**
 * Whether the text layer of a page can be what the page shows (REC-14): it has hardly any unprinted signs, and, where
 * it has enough words, some of a known language. Fonts without a table of letters fail.
 */
export function isProven({ words }: PageWords): boolean {
  const text = words.map((word) => word.text).join('');
  const strange = text.match(unprinted)?.length ?? 0;
  if (strange > text.length * maxUnprinted) return false;
  const spoken = spokenIn(words);
  return spoken.length < fewestSpoken || knownAmong(spoken) >= spoken.length * leastKnown;
}

/** Whether the words recognised on a page replace an unproven text layer with other words. */
export function isContradicted(layer: PageWords, seen: PageWords): boolean {
  const inLayer = new Set(spokenIn(layer.words));
  const onPage = spokenIn(seen.words).filter((word) => word.length >= 4);
  const agreed = onPage.filter((word) => inLayer.has(word)).length;
  if (onPage.length > 0 && agreed >= onPage.length * leastAgreement) return false;
  return knownAmong(spokenIn(seen.words)) >= knownAmong([...inLayer]);
}

function spokenIn(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }) => /^\P{L}*(\p{L}{2,})\P{L}*$/u.exec(text)?.[1]?.toLowerCase() ?? []);
}

function knownAmong(words: readonly string[]): number {
  return words.filter((word) => businessWords.has(word)).length;
}

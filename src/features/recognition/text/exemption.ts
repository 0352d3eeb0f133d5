import type { Layout } from './layout.ts';

const sentences =
  /kleinunternehmer|§\s?19\s?(?:abs\.?\s?\d\s)?ustg|keine\s(?:umsatz|mehrwert)steuer|umsatzsteuerfrei|steuerfrei|steuerbefreit|innergemeinschaftliche\s(?:lieferung|leistung)|reverse[\s-]charge|steuerschuldnerschaft|steuerschuld\sdes\sleistungsempfängers|ausfuhrlieferung|exempt\sfrom\s(?:vat|tax)|vat\sexempt|zero[\s-]rated|no\svat|tva\snon\sapplicable|exonér|autoliquidation|livraisons?\sintracommunautaires?|btw\sverlegd|ohne\smwst/iu;

/** Whether the document states why no tax is charged. */
export function isTaxFree({ rows }: Layout): boolean {
  return rows.some(({ cells }) => sentences.test(cells.map(({ text }) => text).join(' ')));
}

import { drawTyped } from './drawn-invoice.ts';

/** A contract for software as printed by a partner; the account, if given, is the partner's. */
export function contractPage(
  partner: { readonly name: string; readonly iban?: string },
  number = 'SW-2026/0417',
): string {
  return `
     Softwarevertrag                            Vertrags-Nr.: ${number}

     zwischen der ${partner.name}, Hafenstr. 1, 20457 Hamburg
     - nachfolgend Anbieter genannt -
     und dem Kunden

     § 1 Gegenstand
     Der Anbieter stellt dem Kunden die Software für die Disposition zur Nutzung bereit.

     § 2 Laufzeit
     Dieser Vertrag beginnt am 01.07.2026. Die Mindestlaufzeit beträgt 24 Monate. Er verlängert sich
     um jeweils zwölf Monate, wenn er nicht mit einer Frist von drei Monaten zum Ende der Laufzeit
     schriftlich gekündigt wird.

     § 3 Zahlung
     Rechnungen sind innerhalb von 30 Tagen zu zahlen.${partner.iban ? `\n     IBAN: ${partner.iban}` : ''}

     Hamburg, den 12.05.2026
`;
}

/** The same as a PDF. */
export function drawContract(partner: Parameters<typeof contractPage>[0], number?: string): Promise<Buffer> {
  return drawTyped(contractPage(partner, number));
}

import type { Language } from '../../../base/language.ts';
import { deliveredText } from '../delivered.ts';
import type { ChartAccount } from './account.ts';
import { skr03 } from './skr03.ts';
import { skr04 } from './skr04.ts';

/** The delivered charts of accounts (ONB-02), with numbers without leading zeros as DATEV requires. */
export const charts = { skr03, skr04 } as const satisfies Readonly<Record<string, readonly ChartAccount[]>>;
export type Chart = keyof typeof charts;
export const chartNames = Object.keys(charts) as Chart[];

/** DATEV keys of input tax (BU-Schlüssel) with their rates. */
export const deliveredPostingKeys: readonly (readonly [
  number: string,
  german: string,
  english: string,
  tax: string,
])[] = [
  ['8', 'Vorsteuer 7 %', 'Input tax 7 %', '7.00'],
  ['9', 'Vorsteuer 19 %', 'Input tax 19 %', '19.00'],
  ['18', 'Innergemeinschaftlicher Erwerb 7 %', 'Acquisition in the EU, 7 %', '7.00'],
  ['19', 'Innergemeinschaftlicher Erwerb 19 %', 'Acquisition in the EU, 19 %', '19.00'],
  ['40', 'Aufhebung der Automatik', 'No automatic tax', '0.00'],
  ['94', 'Leistungen nach § 13b UStG, 19 %', 'Reverse charge (§ 13b UStG), 19 %', '19.00'],
];

/** A delivered account as a row of `ledger_account`, in German or English. */
export function accountRow([number, german, english, tax, category = 'S']: ChartAccount, language: Language) {
  return {
    number,
    name: deliveredText([german, english], language),
    automatic: tax !== undefined,
    automatic_tax: tax ?? null,
    automatic_category: tax === undefined ? null : category,
  };
}

/** A delivered posting key as a row of `posting_key`. */
export function postingKeyRow(
  [number, german, english, tax]: (typeof deliveredPostingKeys)[number],
  language: Language,
) {
  return { number, name: deliveredText([german, english], language), tax };
}

import { addDays, type Day } from '../../../base/day.ts';
import type { Language } from '../../../base/language.ts';
import type { Amount } from '../../../base/money.ts';
import { deliveredText } from '../delivered.ts';
import { sampleGroups, sampleSuppliers } from './catalogue.ts';
import { sampleCompanies } from './companies.ts';
import type { SampleInvoice } from './documents.ts';

/** What a sample supplier writes on an invoice (ONB-09). */
export interface SamplePaper {
  readonly number: string;
  readonly seller: typeof letterhead & PaperPlace & { readonly name: string; readonly email: string };
  readonly buyer: PaperPlace & { readonly name: string; readonly vat_number: null; readonly email: string };
  readonly issued: Day;
  readonly delivered: Day;
  readonly due: Day;
  readonly order: null;
  readonly contract: null;
  readonly corrects: null;
  readonly currency: string;
  /** Percent. */
  readonly tax: Amount;
  readonly lines: readonly SamplePaperLine[];
}

interface PaperPlace {
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
}

export interface SamplePaperLine {
  readonly item_number: string;
  readonly description: string;
  readonly unit: string;
  readonly quantity: Amount;
  readonly price_netto: Amount;
  readonly price_unit: Amount;
}

/** The same for all sample suppliers; the account is the published example of a bank. */
const letterhead = {
  phone: '0221 555010',
  contact_person: 'Sabine Muster',
  vat_number: 'DE136695976',
  tax_number: null,
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bank: 'Musterbank',
  discount_1_percentage: null,
  discount_1_days: null,
} as const;

/** The invoice of a sample supplier to a sample company. */
export function samplePaper(
  { supplier, company, printed, daysAgo, items }: SampleInvoice,
  language: Language,
  today: Day,
): SamplePaper {
  const seller = sampleSuppliers.find(({ key }) => key === supplier);
  const buyer = sampleCompanies.find(({ key }) => key === company);
  if (!seller || !buyer) throw new Error(`seller or buyer of ${printed} is missing`);
  const issued = addDays(today, -daysAgo);
  const { name, address, zipcode, city, email, payment_days } = seller;
  return {
    number: printed,
    seller: { ...letterhead, name, address, zipcode, city, email },
    buyer: {
      ...{ name: buyer.name, address: buyer.address, zipcode: buyer.zipcode, city: buyer.city },
      ...{ vat_number: null, email: 'rechnung@muster.example' },
    },
    ...{ issued, delivered: issued, due: addDays(issued, payment_days) },
    ...{ order: null, contract: null, corrects: null, currency: 'EUR', tax: '19' },
    lines: Object.entries(items).map(([item, quantity]) => lineOf(item, quantity, language)),
  };
}

function lineOf(item: string, quantity: Amount, language: Language): SamplePaperLine {
  const products = sampleGroups.flatMap((group) => group.products);
  const product = products.find(([number]) => number === item);
  if (!product) throw new Error(`no sample product has the number ${item}`);
  const [item_number, , price_netto, unit, ...name] = product;
  const inLanguage = { description: deliveredText(name, language), unit: deliveredText(unit, language) };
  return { item_number, ...inLanguage, quantity, price_netto, price_unit: '1' };
}

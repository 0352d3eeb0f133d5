import { isSepaReference } from '../../base/sepa-reference.ts';
import type { Finding } from '../../entity/kind.ts';
import { choice, country } from '../../entity/kinds/chosen.ts';
import { bic, iban } from '../../entity/kinds/coded.ts';
import { email, phone } from '../../entity/kinds/contact.ts';
import { day } from '../../entity/kinds/day.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/**
 * Columns of the tenant that both its administrators and the operator set: recipients of mails and invoices
 * (DATA-06).
 */
export const contactFields = {
  billing_email: email(),
  import_invoice_email: email(),
  billing_name: text(),
  billing_consignee: text(),
  street: text(),
  zipcode: text({ max: 20 }),
  city: text(),
  state: text(),
  country: country(),
  phone: phone(),
} as const;

/** Checks the characters that every bank accepts in a mandate reference. */
function referenceProblem(value: string): Finding | undefined {
  return isSepaReference(value)
    ? undefined
    : { code: 'validation_failed', values: { rule: 'mandate_reference' } };
}

/** The same for the bank and the direct debit mandate (DATA-05, DATA-07). */
export const bankFields = {
  holder: text(),
  account: text({ max: 34 }),
  bank_code: text({ max: 20 }),
  iban: iban(),
  bic: bic(),
  bank_name: text(),
  sepa_agreement: flag(),
  sepa_agreement_date: day(),
  sepa_mandate_reference: text({ max: 35, problem: referenceProblem }),
  sepa_scheme: choice(['CORE', 'B2B']),
} as const;

import { keepsPeppolRules } from './editions.ts';
import { buyer, document, seller } from './places.ts';
import { isFilled, type Rule, rule } from './rule.ts';

/** Rules of Peppol BIS Billing 3.0 that XRechnung also requires. */
export const peppolRules: readonly Rule[] = [
  rule({
    id: 'PEPPOL-EN16931-R008',
    terms: [],
    text: 'emptyElement',
    at: document,
    when: keepsPeppolRules,
    fault: (_, { emptyElement }) => (emptyElement === null ? false : { value: emptyElement }),
  }),
  rule({
    id: 'PEPPOL-EN16931-R010',
    terms: ['BT-49'],
    text: 'missing',
    at: buyer,
    when: keepsPeppolRules,
    fault: ({ electronicAddress }) => !isFilled(electronicAddress?.value ?? null),
  }),
  rule({
    id: 'PEPPOL-EN16931-R020',
    terms: ['BT-34'],
    text: 'missing',
    at: seller,
    when: keepsPeppolRules,
    fault: ({ electronicAddress }) => !isFilled(electronicAddress?.value ?? null),
  }),
];

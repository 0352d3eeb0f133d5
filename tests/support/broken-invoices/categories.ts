import { euro, madeUpInvoiceIn } from '../made-up-invoice.ts';
import { type BrokenInvoice, broken, type Changes } from './broken-invoice.ts';

interface Family {
  readonly code: string;
  readonly rules: string;
  readonly rate: string | null;
}

const families: readonly Family[] = [
  { code: 'S', rules: 'BR-S', rate: '0' },
  { code: 'Z', rules: 'BR-Z', rate: '19' },
  { code: 'E', rules: 'BR-E', rate: '19' },
  { code: 'AE', rules: 'BR-AE', rate: '19' },
  { code: 'K', rules: 'BR-IC', rate: '19' },
  { code: 'G', rules: 'BR-G', rate: '19' },
  { code: 'O', rules: 'BR-O', rate: '0' },
  { code: 'L', rules: 'BR-AF', rate: '-1' },
  { code: 'M', rules: 'BR-AG', rate: '-1' },
];

const row = 'BG-23 1';
const nobody: Changes = { 'seller.vatId': null, 'seller.taxNumber': null, taxRepresentative: null };

/** Only this part has the category; all others have another one. */
function bornBy(code: string, what: 'lines' | 'allowances' | 'charges'): Changes {
  const other = code === 'Z' ? 'E' : 'Z';
  const paths = { lines: 'lines.0', allowances: 'allowances.0', charges: 'charges.0' };
  return {
    'lines.1.taxCategory': other,
    ...Object.fromEntries(
      Object.entries(paths).map(([name, path]) => [`${path}.taxCategory`, name === what ? code : other]),
    ),
  };
}

/** Changes that break the rules of each category. */
function brokenFamily({ code, rules, rate }: Family): BrokenInvoice[] {
  const of = () => madeUpInvoiceIn(code);
  const isRated = ['S', 'L', 'M'].includes(code);
  const parties: Changes = code === 'O' ? { 'seller.vatId': 'DE123456789' } : nobody;
  const mayNotBeExempt = isRated || code === 'Z';
  return [
    broken(`${rules}-01`, { 'taxBreakdown.0.category': code === 'Z' ? 'E' : 'Z' }, { of }),
    broken(`${rules}-02`, { ...bornBy(code, 'lines'), ...parties }, { of }),
    broken(`${rules}-03`, { ...bornBy(code, 'allowances'), ...parties }, { of }),
    broken(`${rules}-04`, { ...bornBy(code, 'charges'), ...parties }, { of }),
    broken(`${rules}-05`, { 'lines.0.taxRate': rate }, { of, at: 'BG-25 1' }),
    broken(`${rules}-06`, { 'allowances.0.taxRate': rate }, { of, at: 'BG-20 1' }),
    broken(`${rules}-07`, { 'charges.0.taxRate': rate }, { of, at: 'BG-21 1' }),
    broken(`${rules}-08`, { 'taxBreakdown.0.base': euro('201.00') }, { of, at: row }),
    broken(`${rules}-08`, { 'taxBreakdown.0.base': euro('201.00') }, { of, at: row, syntax: 'cii' }),
    broken(`${rules}-09`, { 'taxBreakdown.0.tax': euro('99.00') }, { of, at: row }),
    broken(
      `${rules}-10`,
      { 'taxBreakdown.0.exemptionCode': mayNotBeExempt ? 'VATEX-EU-G' : null },
      { of, at: row },
    ),
  ];
}

const inK = () => madeUpInvoiceIn('K');
const inO = () => madeUpInvoiceIn('O');
const inS = () => madeUpInvoiceIn('S');
const inAe = () => madeUpInvoiceIn('AE');
const italian = 'IT';
const split: Changes = {
  'seller.address.country': italian,
  'buyer.address.country': italian,
  'delivery.address.country': italian,
  'taxRepresentative.address.country': italian,
  'lines.0.country': italian,
  'lines.1.country': italian,
};
const another = {
  base: euro('0.00'),
  tax: euro('0.00'),
  category: 'Z',
  rate: '0',
  exemptionReason: null,
  exemptionCode: null,
};

/** Requirements of some categories only, and forbidden rows. */
const special: readonly BrokenInvoice[] = [
  broken('BR-AF-01', { 'taxBreakdown.1': { ...another, category: 'L', rate: '7' } }, { of: inS }),
  broken('BR-Z-01', { 'taxBreakdown.1': another }, { of: inS, syntax: 'cii' }),
  broken(
    'BR-S-08',
    { 'taxBreakdown.1': { ...another, category: 'S', rate: '7' } },
    { of: inS, at: 'BG-23 2' },
  ),
  broken('BR-S-08', { 'taxBreakdown.0.base': euro('200.01') }, { of: inS, at: row, syntax: 'cii' }),
  broken('BR-Z-08', { 'taxBreakdown.0.base': euro('200.01') }, { of: () => madeUpInvoiceIn('Z'), at: row }),
  broken('BR-AE-02', { 'buyer.vatId': null, 'buyer.legalRegistration': null }, { of: inAe }),
  broken('BR-IC-02', { 'buyer.vatId': null }, { of: inK }),
  broken('BR-IC-11', { 'delivery.date': null, period: null }, { of: inK }),
  broken('BR-IC-12', { 'delivery.address': null }, { of: inK }),
  broken('BR-O-11', { 'taxBreakdown.1': another }, { of: inO }),
  broken('BR-O-12', { 'lines.0.taxCategory': 'Z' }, { of: inO }),
  broken('BR-O-13', { 'allowances.0.taxCategory': 'Z' }, { of: inO }),
  broken('BR-O-14', { 'charges.0.taxCategory': 'Z' }, { of: inO }),
  broken('BR-B-01', { 'lines.0.taxCategory': 'B' }, { of: inS }),
  broken('BR-B-02', { ...split, 'lines.0.taxCategory': 'B' }, { of: inS }),
];

export const brokenCategories: readonly BrokenInvoice[] = [...families.flatMap(brokenFamily), ...special];

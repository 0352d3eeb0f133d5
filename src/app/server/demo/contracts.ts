import type { UsageType } from '../../../document/usage.ts';
import type { ContractCategory, contractLineTypes } from '../../../features/contract/enumerations.ts';
import type { TerminationTarget, TermUnit } from '../../../features/contract/term/model.ts';

type Span = readonly [count: number, unit: TermUnit];

/** The term of a contract; it begins on the first of a month. */
export interface DemoTerm {
  /**
   * In January of an earlier year, or so many months before (negative: after) the month in which the demo is created.
   */
  readonly begins: { readonly yearsAgo: number } | { readonly monthsAgo: number };
  /** Without one it runs until notice is given. */
  readonly duration?: Span;
  readonly renewal?: Span;
  readonly notice?: Span;
  readonly to?: TerminationTarget;
}

/** The step it waits for, or the notice that ended it. */
export type DemoTurn =
  | { readonly waitsFor: 'submission' | 'check' | 'approval' | 'signature' }
  | { readonly noticeArrivedDaysAgo: number; readonly isConfirmed: boolean };

export interface DemoContractLine {
  readonly name: string;
  readonly type: (typeof contractLineTypes)[number];
  readonly item_number?: string;
  readonly quantity: string;
  readonly unit: string;
  /** Net total per interval in euros, for the whole quantity. */
  readonly total: string;
}

/** A running contract, signed by everyone, unless it says otherwise; parties and places are referred to by name. */
export interface DemoContract {
  readonly name: string;
  readonly category: ContractCategory;
  readonly external_contract_number: string;
  readonly responsible: string;
  readonly company: string;
  readonly department: string;
  readonly cost_center: string;
  readonly account: string;
  readonly supplier: string;
  readonly usage_type: UsageType;
  readonly term: DemoTerm;
  readonly turn?: DemoTurn;
  /** Its reminder is due on the day the demo is created; all others have had theirs. */
  readonly isToBeReminded?: true;
  readonly lines: readonly DemoContractLine[];
}

const antrieb = 'Nordfeld Antriebstechnik GmbH';

const threeYears: DemoTerm = {
  begins: { yearsAgo: 1 },
  duration: [3, 'year'],
  renewal: [1, 'year'],
  notice: [3, 'month'],
};

export const contracts: readonly DemoContract[] = [
  {
    name: 'Wartung Hallenbeleuchtung und Geräteprüfung',
    category: 'maintenance',
    external_contract_number: 'WV-2291',
    responsible: 'requester',
    company: antrieb,
    department: 'Produktion',
    cost_center: '2100',
    account: '4800',
    supplier: 'Elektro Wiechmann GmbH',
    usage_type: 'quarterly',
    term: threeYears,
    lines: [
      {
        name: 'Prüfung ortsveränderlicher Geräte nach DGUV V3',
        type: 'service',
        item_number: 'PR-DGUV3',
        quantity: '150',
        unit: 'Stück',
        total: '975.00',
      },
      {
        name: 'Wartung der Hallenbeleuchtung',
        type: 'maintenance',
        quantity: '1',
        unit: 'Pauschale',
        total: '420.00',
      },
      { name: 'Anfahrt', type: 'service', quantity: '3', unit: 'Fahrt', total: '100.00' },
    ],
  },
  {
    name: 'Miete Multifunktionsdrucker Verwaltung',
    category: 'rental',
    external_contract_number: 'KH-M-10077',
    responsible: 'admin',
    company: antrieb,
    department: 'IT',
    cost_center: '1100',
    account: '4806',
    supplier: 'Kessler & Hahn IT-Systemhaus GmbH',
    usage_type: 'monthly',
    term: threeYears,
    lines: [
      {
        name: 'Miete Multifunktionsdrucker A3',
        type: 'product',
        item_number: 'KH-MFP-A3',
        quantity: '6',
        unit: 'Stück',
        total: '534.00',
      },
      {
        name: 'Wartung und Verbrauchsmaterial',
        type: 'service',
        quantity: '1',
        unit: 'Monat',
        total: '89.00',
      },
    ],
  },
];

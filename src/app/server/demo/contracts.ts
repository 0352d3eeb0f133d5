/** A contract that runs, signed by everybody; parties and places are named as people know them. */
export interface DemoContract {
  readonly name: string;
  readonly category: string;
  readonly external_contract_number: string;
  readonly responsible: string;
  readonly company: string;
  readonly department: string;
  readonly cost_center: string;
  readonly account: string;
  readonly supplier: string;
  readonly usage_type: string;
  /** What is due per interval: net totals in euros for the whole quantity. */
  readonly lines: readonly {
    readonly name: string;
    readonly type: string;
    readonly item_number?: string;
    readonly quantity: string;
    readonly unit: string;
    readonly total: string;
  }[];
}

const antrieb = 'Nordfeld Antriebstechnik GmbH';

/** Both begin with the year before and run for three years. */
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

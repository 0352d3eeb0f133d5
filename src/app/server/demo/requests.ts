/** One action of a person on a request, with the command's own input. */
export interface DemoStep {
  readonly by: string;
  readonly action: string;
  readonly comment?: string | undefined;
  /** The supplier of the order. */
  readonly supplier?: string | undefined;
  /** Received quantity of each line, in their order. */
  readonly received?: readonly string[];
}

export interface DemoRequest {
  readonly name: string;
  readonly by: string;
  /** Age of the draft; the steps follow in the days since. */
  readonly daysAgo: number;
  readonly department: string;
  readonly cost_center: string;
  readonly account: string;
  readonly notes?: string;
  /** A catalogue product by item number, or a description if the supplier is still unknown. */
  readonly lines: readonly {
    readonly item?: string;
    readonly description?: string;
    readonly quantity: string;
  }[];
  readonly steps: readonly DemoStep[];
}

const osterkamp = 'Osterkamp Werkzeughandel KG';
const kessler = 'Kessler & Hahn IT-Systemhaus GmbH';
const steinbach = 'Steinbach Arbeitsschutz GmbH';
const brueggemann = 'Brüggemann Bürobedarf GmbH';

const submit = (by: string): DemoStep => ({ by, action: 'submit' });
const approve = (by: string, comment?: string): DemoStep => ({ by, action: 'approve', comment });
const order = (supplier: string, comment?: string): DemoStep => ({
  by: 'buyer',
  action: 'confirm_order',
  supplier,
  comment,
});
const ordered: DemoStep = { by: 'buyer', action: 'complete_order' };

/** Requests in every state, oldest first, so that each person has tasks. */
export const requests: readonly DemoRequest[] = [
  {
    name: 'Sicherheitsschuhe für die Spätschicht',
    by: 'requester',
    daysAgo: 41,
    department: 'Produktion',
    cost_center: '2000',
    account: '4980',
    lines: [
      { item: 'ST-S3410', quantity: '8' },
      { item: 'ST-HN009', quantity: '60' },
    ],
    steps: [
      submit('requester'),
      approve('approver1'),
      order(steinbach, 'Telefonisch bestätigt, Frau Wilkens'),
      ordered,
      { by: 'receiver', action: 'receive', received: ['8', '60'] },
      { by: 'receiver', action: 'finish_delivery', comment: 'Vollständig und unbeschädigt.' },
    ],
  },
  {
    name: 'Werkstattwagen für die Montagelinie 2',
    by: 'requester',
    daysAgo: 33,
    department: 'Produktion',
    cost_center: '2000',
    account: '410',
    lines: [
      { item: 'OK-77001', quantity: '2' },
      { item: 'OK-40200', quantity: '2' },
    ],
    steps: [
      submit('requester'),
      approve('approver1'),
      approve('approver2', 'Bitte auf Lieferung frei Haus bestehen.'),
      order(osterkamp),
      ordered,
      { by: 'receiver', action: 'receive', received: ['2', '2'] },
      { by: 'receiver', action: 'finish_delivery' },
    ],
  },
  {
    name: 'Hallenstrahler Halle 4',
    by: 'requester',
    daysAgo: 26,
    department: 'Produktion',
    cost_center: '2100',
    account: '4800',
    lines: [{ item: 'EW-15050', quantity: '24' }],
    steps: [
      submit('requester'),
      approve('approver1'),
      {
        by: 'approver2',
        action: 'decline',
        comment: 'Die Halle 4 wird im nächsten Quartal umgebaut, die Leuchten passen dann nicht mehr.',
      },
      { by: 'buyer', action: 'cancel', comment: 'Mit Herrn Petersen besprochen, entfällt.' },
    ],
  },
  {
    name: 'Arbeitsplätze für zwei neue Konstrukteure',
    by: 'selector',
    daysAgo: 19,
    department: 'IT',
    cost_center: '1100',
    account: '4855',
    notes: 'Beginn der neuen Kollegen ist der Erste des übernächsten Monats.',
    lines: [
      { item: 'KH-N1432', quantity: '2' },
      { item: 'KH-M2740', quantity: '4' },
      { item: 'KH-D0310', quantity: '2' },
      { item: 'KH-T0119', quantity: '2' },
    ],
    steps: [submit('selector'), approve('approver1'), approve('approver2'), order(kessler), ordered],
  },
  {
    name: 'Bohrer und Trennscheiben für die Werkstatt',
    by: 'requester',
    daysAgo: 15,
    department: 'Produktion',
    cost_center: '2100',
    account: '4985',
    lines: [
      { item: 'OK-25113', quantity: '4' },
      { item: 'OK-12510', quantity: '20' },
    ],
    steps: [
      submit('requester'),
      approve('approver1', 'In Ordnung.'),
      order(osterkamp),
      ordered,
      { by: 'receiver', action: 'receive', received: ['4', '8'], comment: 'Restmenge kommt nächste Woche.' },
    ],
  },
  {
    name: 'Bürostühle Empfang und Besprechung',
    by: 'admin',
    daysAgo: 12,
    department: 'Verwaltung',
    cost_center: '1000',
    account: '420',
    lines: [
      { item: 'BB-72055', quantity: '6' },
      { item: 'BB-70160', quantity: '1' },
    ],
    steps: [
      submit('admin'),
      approve('approver1'),
      {
        by: 'approver2',
        action: 'decline',
        comment: 'Bitte ein zweites Angebot einholen, der Stückpreis ist hoch.',
      },
    ],
  },
  {
    name: 'Messmittel für die Wareneingangsprüfung',
    by: 'requester',
    daysAgo: 8,
    department: 'Produktion',
    cost_center: '2000',
    account: '4985',
    lines: [
      { item: 'DM-15067', quantity: '3' },
      { item: 'DM-02510', quantity: '2' },
    ],
    steps: [submit('requester'), approve('approver1')],
  },
  {
    name: 'CAD-Lizenzen Konstruktion',
    by: 'selector',
    daysAgo: 6,
    department: 'IT',
    cost_center: '1100',
    account: '4964',
    notes: 'Verlängerung um ein Jahr, Laufzeit bis Jahresende.',
    lines: [{ item: 'KH-L9100', quantity: '8' }],
    steps: [
      submit('selector'),
      approve('approver1', 'Wird von allen acht Arbeitsplätzen genutzt.'),
      approve('approver2', 'Budget für Lizenzen reicht aus.'),
    ],
  },
  {
    name: 'Prüfvorrichtung für Getriebe der Baureihe 7',
    by: 'requester',
    daysAgo: 4,
    department: 'Produktion',
    cost_center: '2000',
    account: '4985',
    notes: 'Maße laut Zeichnung im Anhang, Lieferant noch offen.',
    lines: [
      { description: 'Spannvorrichtung nach Zeichnung 7-4412', quantity: '1' },
      { description: 'Aufnahmedorn gehärtet, Durchmesser 32 mm', quantity: '2' },
    ],
    steps: [submit('requester')],
  },
  {
    name: 'Schutzbrillen und Warnwesten für Besucher',
    by: 'requester',
    daysAgo: 2,
    department: 'Produktion',
    cost_center: '2000',
    account: '4980',
    lines: [
      { item: 'ST-BR220', quantity: '40' },
      { item: 'ST-WW020', quantity: '40' },
    ],
    steps: [submit('requester')],
  },
  {
    name: 'Kopierpapier und Ordner',
    by: 'requester',
    daysAgo: 1,
    department: 'Produktion',
    cost_center: '2000',
    account: '4930',
    lines: [
      { item: 'BB-10080', quantity: '40' },
      { item: 'BB-20411', quantity: '25' },
      { item: 'BB-31076', quantity: '5' },
    ],
    steps: [submit('requester'), approve('approver1'), order(brueggemann)],
  },
  {
    name: 'Akku-Bohrschrauber für die Instandhaltung',
    by: 'requester',
    daysAgo: 1,
    department: 'Produktion',
    cost_center: '2100',
    account: '4985',
    lines: [{ item: 'OK-18244', quantity: '2' }],
    steps: [
      submit('requester'),
      {
        by: 'approver1',
        action: 'comment',
        comment: 'Warum zwei? Bisher war einer je Schicht genug.',
      },
    ],
  },
  {
    name: 'Notebooks für die Meisterbüros',
    by: 'requester',
    daysAgo: 0,
    department: 'Produktion',
    cost_center: '2000',
    account: '4855',
    lines: [{ item: 'KH-N1432', quantity: '3' }],
    steps: [],
  },
];

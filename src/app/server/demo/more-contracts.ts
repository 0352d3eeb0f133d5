import type { DemoContract, DemoContractLine, DemoTerm, DemoTurn } from './contracts.ts';

type Place = Pick<DemoContract, 'company' | 'department' | 'cost_center' | 'responsible'>;

const antrieb = 'Nordfeld Antriebstechnik GmbH';
const logistik = 'Nordfeld Logistik GmbH';

const production: Place = {
  company: antrieb,
  department: 'Produktion',
  cost_center: '2000',
  responsible: 'requester',
};
const repairs: Place = {
  company: antrieb,
  department: 'Produktion',
  cost_center: '2100',
  responsible: 'requester',
};
const design: Place = {
  company: antrieb,
  department: 'Konstruktion',
  cost_center: '3000',
  responsible: 'admin',
};
const office: Place = {
  company: antrieb,
  department: 'Verwaltung',
  cost_center: '1000',
  responsible: 'admin',
};
const books: Place = {
  company: antrieb,
  department: 'Verwaltung',
  cost_center: '1000',
  responsible: 'accountant',
};
const training: Place = {
  company: antrieb,
  department: 'Verwaltung',
  cost_center: '5000',
  responsible: 'admin',
};
const computing: Place = { company: antrieb, department: 'IT', cost_center: '1100', responsible: 'admin' };
const purchasing: Place = {
  company: antrieb,
  department: 'Einkauf',
  cost_center: '1200',
  responsible: 'admin',
};
const warehouse: Place = {
  company: logistik,
  department: 'Lager und Versand',
  cost_center: '4000',
  responsible: 'admin',
};
const fleet: Place = {
  company: logistik,
  department: 'Lager und Versand',
  cost_center: '4100',
  responsible: 'admin',
};

type Party = Pick<DemoContract, 'supplier' | 'account' | 'category'>;

const software: Party = {
  supplier: 'Kessler & Hahn IT-Systemhaus GmbH',
  account: '4964',
  category: 'license',
};
const support: Party = {
  supplier: 'Kessler & Hahn IT-Systemhaus GmbH',
  account: '4806',
  category: 'support',
};
const electrician: Party = { supplier: 'Elektro Wiechmann GmbH', account: '4800', category: 'maintenance' };
const tools: Party = { supplier: 'Osterkamp Werkzeughandel KG', account: '4985', category: 'service' };
const gauges: Party = { supplier: 'Donaumess Prüftechnik GmbH', account: '4800', category: 'service' };
const workwear: Party = { supplier: 'Steinbach Arbeitsschutz GmbH', account: '4980', category: 'leasing' };
const packaging: Party = {
  supplier: 'Weserpack Verpackungen GmbH & Co. KG',
  account: '4710',
  category: 'rental',
};
const stationer: Party = { supplier: 'Brüggemann Bürobedarf GmbH', account: '4930', category: 'service' };
const bookshop: Party = {
  supplier: 'Fachbuchhandlung Lorenzen e. K.',
  account: '4940',
  category: 'subscription',
};

/** "12 Monat Softwarepflege = 1188.00" */
function lineFrom(type: DemoContractLine['type'], text: string): DemoContractLine {
  const [, quantity = '', unit = '', name = '', total = ''] = /^(\S+) (\S+) (.+) = (\S+)$/.exec(text) ?? [];
  return { name, type, quantity, unit, total };
}

interface Story {
  readonly category?: DemoContract['category'];
  readonly usage: DemoContract['usage_type'];
  readonly lines: readonly [type: DemoContractLine['type'], text: string][];
  readonly term: DemoTerm;
  readonly turn?: DemoTurn;
  readonly isToBeReminded?: true;
}

function contract(place: Place, party: Party, number: string, name: string, story: Story): DemoContract {
  const { usage, lines, category = party.category, ...rest } = story;
  return {
    ...{ ...place, ...party, name, category, ...rest },
    external_contract_number: number,
    usage_type: usage,
    lines: lines.map(([type, text]) => lineFrom(type, text)),
  };
}

/** For so many months from the first of a month, renewed each time unless notice arrives before. */
function renewed(
  monthsAgo: number,
  months: number,
  notice: DemoTerm['notice'],
  renewal: DemoTerm['renewal'] = [12, 'month'],
): DemoTerm {
  return { begins: { monthsAgo }, duration: [months, 'month'], renewal, ...(notice ? { notice } : {}) };
}

const open = (monthsAgo: number, notice: DemoTerm['notice'], to: DemoTerm['to']): DemoTerm => ({
  begins: { monthsAgo },
  ...(notice ? { notice } : {}),
  ...(to ? { to } : {}),
});
const ending = (monthsAgo: number, months: number): DemoTerm => ({
  begins: { monthsAgo },
  duration: [months, 'month'],
});

/** Deadlines in this month and the next ones, one missed, some ended contracts, and some future ones. */
export const moreContracts: readonly DemoContract[] = [
  contract(computing, software, 'KH-L-20418', 'CAD-Lizenzen Konstruktion, 14 Arbeitsplätze', {
    usage: 'yearly',
    lines: [['license', '14 Stück CAD-Arbeitsplatz mit Wartung = 19460.00']],
    term: renewed(32, 36, [3, 'month']),
    isToBeReminded: true,
  }),
  contract(computing, support, 'KH-S-11820', 'Fernwartung und Bereitschaft Serverraum', {
    usage: 'monthly',
    lines: [
      ['service', '1 Monat Bereitschaft werktags 7 bis 19 Uhr = 680.00'],
      ['maintenance', '1 Monat Überwachung und Aktualisierung = 245.00'],
    ],
    term: renewed(20, 24, [3, 'month']),
    isToBeReminded: true,
  }),
  contract(computing, software, 'KH-L-20977', 'Büropaket mit E-Mail, 85 Postfächer', {
    category: 'subscription',
    usage: 'monthly',
    lines: [['subscription', '85 Stück Postfach mit Büropaket = 994.50']],
    term: renewed(10, 12, [1, 'month']),
  }),
  contract(computing, support, 'KH-W-30012', 'Wartung Zeiterfassung und Zutritt', {
    category: 'maintenance',
    usage: 'yearly',
    lines: [
      ['maintenance', '1 Pauschale Wartung der Lesegeräte = 1380.00'],
      ['license', '120 Stück Ausweis in der Zutrittssoftware = 432.00'],
    ],
    term: open(40, [3, 'month'], 'year_end'),
  }),
  contract(computing, support, 'KH-R-44120', 'Datensicherung außer Haus, 4 TB', {
    category: 'service',
    usage: 'monthly',
    lines: [['service', '4 TB Sicherung im Rechenzentrum = 196.00']],
    term: open(15, [4, 'week'], 'month_end'),
  }),
  contract(computing, software, 'KH-L-21533', 'Virenschutz für Arbeitsplätze und Server', {
    usage: 'yearly',
    lines: [['license', '110 Stück Virenschutz = 2090.00']],
    term: renewed(11, 12, [6, 'week']),
  }),
  contract(office, stationer, 'BB-K-118', 'Kaffeevollautomaten Verwaltung und Werk', {
    category: 'rental',
    usage: 'monthly',
    lines: [
      ['product', '3 Stück Kaffeevollautomat zur Miete = 237.00'],
      ['service', '1 Monat Wartung und Reinigung = 60.00'],
    ],
    term: renewed(19, 24, [3, 'month']),
  }),
  contract(office, stationer, 'BB-W-077', 'Wasserspender mit Leitungsanschluss', {
    category: 'rental',
    usage: 'monthly',
    lines: [['product', '5 Stück Wasserspender = 145.00']],
    term: renewed(34, 36, [2, 'month']),
  }),
  contract(office, stationer, 'BB-A-530', 'Aktenvernichtung nach DIN 66399', {
    usage: 'monthly',
    lines: [['service', '4 Stück Sicherheitsbehälter, Leerung monatlich = 148.00']],
    term: open(27, [3, 'month'], 'quarter_end'),
  }),
  contract(books, bookshop, 'FL-2207', 'Loseblattwerk Umsatzsteuerrecht', {
    usage: 'quarterly',
    lines: [['subscription', '1 Stück Grundwerk mit Ergänzungen = 189.00']],
    term: open(52, [6, 'week'], 'quarter_end'),
  }),
  contract(books, bookshop, 'FL-3150', 'Fachdatenbank Steuern und Bilanz, 3 Zugänge', {
    usage: 'yearly',
    lines: [['subscription', '3 Stück Zugang zur Fachdatenbank = 1764.00']],
    term: renewed(8, 12, [3, 'month']),
    isToBeReminded: true,
  }),
  contract(training, bookshop, 'FL-2954', 'Zeitschriften für Ausbilder', {
    usage: 'yearly',
    lines: [['subscription', '4 Stück Jahresabonnement = 512.00']],
    term: { begins: { yearsAgo: 2 }, duration: [1, 'year'], renewal: [1, 'year'], notice: [6, 'week'] },
  }),
  contract(repairs, electrician, 'WV-2310', 'Wartung Krananlagen und Hebezeuge', {
    usage: 'yearly',
    lines: [
      ['maintenance', '6 Stück Prüfung nach DGUV V52 = 2340.00'],
      ['service', '2 Fahrt Anfahrt = 130.00'],
    ],
    term: { begins: { yearsAgo: 3 }, duration: [5, 'year'], renewal: [2, 'year'], notice: [6, 'month'] },
  }),
  contract(repairs, electrician, 'WV-2355', 'Wartung Blitzschutz und Notbeleuchtung', {
    usage: 'yearly',
    lines: [
      ['maintenance', '1 Pauschale Prüfung des Blitzschutzes = 890.00'],
      ['maintenance', '42 Stück Notleuchte = 630.00'],
    ],
    term: renewed(7, 12, [3, 'month']),
  }),
  contract(repairs, electrician, 'WV-1987', 'Bereitschaft Trafostation', {
    category: 'service',
    usage: 'quarterly',
    lines: [['service', '1 Quartal Rufbereitschaft Mittelspannung = 1150.00']],
    term: renewed(18, 24, [6, 'month']),
  }),
  contract(production, tools, 'OK-SR-604', 'Nachschleifen von Fräs- und Bohrwerkzeugen', {
    usage: 'monthly',
    lines: [['service', '1 Monat Abholung und Schliff nach Anfall = 420.00']],
    term: open(31, [4, 'week'], 'month_end'),
  }),
  contract(production, tools, 'OK-WA-112', 'Werkzeugausgabeautomat Halle 2', {
    category: 'leasing',
    usage: 'monthly',
    lines: [['product', '1 Stück Ausgabeautomat mit 120 Fächern = 389.00']],
    term: renewed(57, 60, [3, 'month'], [6, 'month']),
  }),
  contract(production, gauges, 'DM-KAL-88', 'Kalibrierung der Messmittel mit Zertifikat', {
    usage: 'yearly',
    lines: [
      ['service', '160 Stück Kalibrierung Handmessmittel = 3520.00'],
      ['service', '12 Stück Kalibrierung Lehrringe = 540.00'],
    ],
    term: renewed(22, 24, [8, 'week']),
  }),
  contract(design, gauges, 'DM-W-203', 'Wartung Koordinatenmessmaschine', {
    category: 'maintenance',
    usage: 'yearly',
    lines: [['maintenance', '1 Pauschale Wartung und Abnahme = 4870.00']],
    term: renewed(35, 36, [3, 'month']),
  }),
  contract(production, workwear, 'ST-B-2291', 'Mietservice Berufskleidung Produktion', {
    usage: 'monthly',
    lines: [['service', '64 Stück Garnitur mit Wäsche = 1472.00']],
    term: renewed(33, 36, [6, 'month'], [24, 'month']),
  }),
  contract(warehouse, workwear, 'ST-B-2304', 'Mietservice Warnkleidung Lager', {
    usage: 'monthly',
    lines: [['service', '22 Stück Garnitur mit Wäsche = 528.00']],
    term: ending(26, 24),
  }),
  contract(repairs, workwear, 'ST-E-0817', 'Prüfung der Feuerlöscher und Erste-Hilfe-Kästen', {
    category: 'service',
    usage: 'yearly',
    lines: [
      ['service', '58 Stück Feuerlöscher = 986.00'],
      ['product', '11 Stück Verbandkasten auffüllen = 187.00'],
    ],
    term: { begins: { yearsAgo: 4 }, notice: [3, 'month'], to: 'year_end' },
  }),
  contract(warehouse, packaging, 'WP-M-410', 'Folienstretcher und Umreifungsanlage', {
    usage: 'monthly',
    lines: [
      ['product', '2 Stück Folienstretcher zur Miete = 460.00'],
      ['maintenance', '1 Monat Wartung = 95.00'],
    ],
    term: renewed(30, 36, [3, 'month']),
  }),
  contract(warehouse, packaging, 'WP-R-118', 'Rücknahme und Verwertung von Kartonagen', {
    category: 'service',
    usage: 'monthly',
    lines: [['service', '1 Monat Presscontainer mit Abholung = 310.00']],
    term: renewed(16, 18, [6, 'week'], [6, 'month']),
    turn: { noticeArrivedDaysAgo: 20, isConfirmed: false },
  }),
  contract(fleet, electrician, 'WV-2410', 'Wartung der Ladestationen für Stapler', {
    usage: 'quarterly',
    lines: [['maintenance', '8 Stück Ladestation = 560.00']],
    term: renewed(19, 24, [3, 'month']),
    turn: { noticeArrivedDaysAgo: 34, isConfirmed: true },
  }),
  contract(fleet, support, 'KH-T-9004', 'Telematik für 12 Fahrzeuge', {
    category: 'subscription',
    usage: 'monthly',
    lines: [['subscription', '12 Stück Fahrzeug mit Ortung = 178.80']],
    term: renewed(-1, 24, [3, 'month']),
  }),
  contract(purchasing, software, 'KH-L-22001', 'Signaturdienst für den Einkauf', {
    category: 'subscription',
    usage: 'monthly',
    lines: [['subscription', '2 Stück Konto mit qualifizierter Signatur = 38.00']],
    term: renewed(-1, 12, [1, 'month']),
    turn: { waitsFor: 'signature' },
  }),
  contract(office, stationer, 'BB-P-640', 'Pflanzenpflege Empfang und Besprechungsräume', {
    usage: 'monthly',
    lines: [['service', '18 Stück Pflanze mit Pflege = 162.00']],
    term: renewed(-1, 24, [3, 'month']),
    turn: { waitsFor: 'check' },
  }),
  contract(production, tools, 'OK-SL-031', 'Schlauchservice Hydraulik vor Ort', {
    usage: 'quarterly',
    lines: [['service', '1 Quartal Prüfung und Tausch der Schläuche = 940.00']],
    term: renewed(-2, 36, [3, 'month']),
    turn: { waitsFor: 'approval' },
  }),
  contract(computing, software, 'KH-L-22040', 'Videokonferenz für drei Räume', {
    usage: 'monthly',
    lines: [['license', '3 Stück Raumlizenz = 147.00']],
    term: renewed(-2, 12, [1, 'month']),
    turn: { waitsFor: 'submission' },
  }),
];

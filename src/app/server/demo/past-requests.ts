import { type DemoPlace, type DemoStory, delivered, ordered, submitted } from './request-paths.ts';
import type { DemoRequest } from './requests.ts';

const production: DemoPlace = { department: 'Produktion', cost_center: '2000' };
const maintenance: DemoPlace = { department: 'Produktion', cost_center: '2100' };
const administration: DemoPlace = { department: 'Verwaltung', cost_center: '1000' };
const training: DemoPlace = { department: 'Verwaltung', cost_center: '5000' };
const computing: DemoPlace = { department: 'IT', cost_center: '1100' };
const purchasing: DemoPlace = { department: 'Einkauf', cost_center: '1200' };
const warehouse: DemoPlace = { department: 'Lager und Versand', cost_center: '4000' };
const vehicles: DemoPlace = { department: 'Lager und Versand', cost_center: '4100' };

type Place = Pick<DemoStory, 'by' | 'account' | 'place'>;
const shopFloor: Place = { by: 'requester', account: '4985', place: production };
const repairs: Place = { by: 'requester', account: '4800', place: maintenance };
const safety: Place = { by: 'requester', account: '4980', place: production };
const office: Place = { by: 'admin', account: '4930', place: administration };
const apprentices: Place = { by: 'admin', account: '4945', place: training };
const devices: Place = { by: 'admin', account: '4855', place: computing };
const buying: Place = { by: 'selector', account: '4930', place: purchasing };
const shipping: Place = { by: 'receiver', account: '4710', place: warehouse };
const fleet: Place = { by: 'receiver', account: '4530', place: vehicles };

const small = ['approver1'];
const medium = ['approver1', 'approver2'];

/** The previous half year: completed and still open requests. Oldest first. */
export const pastRequests: readonly DemoRequest[] = [
  delivered({
    ...shipping,
    name: 'Kartons und Packband für den Frühjahrsversand',
    daysAgo: 163,
    items: '1200 WP-43220, 72 WP-PB066',
    approvals: medium,
  }),
  delivered({
    ...office,
    name: 'Büromaterial zweites Quartal',
    daysAgo: 158,
    items: '60 BB-10080, 200 BB-30120, 20 BB-31076',
    approvals: small,
  }),
  delivered(
    {
      ...repairs,
      name: 'LED-Strahler für das Hochregal',
      daysAgo: 151,
      items: '12 EW-15050',
      approvals: ['approver1', 'approver2: Spart laut Angebot 40 Prozent Strom.'],
    },
    'Montage ist für Samstag geplant.',
  ),
  delivered({
    ...devices,
    name: 'Headsets für den Vertrieb',
    daysAgo: 147,
    items: '8 KH-H0655',
    approvals: small,
  }),
  delivered({
    ...safety,
    name: 'Erste-Hilfe-Koffer nach der Begehung',
    daysAgo: 143,
    items: '9 ST-EH157, 6 ST-GS200',
    approvals: small,
  }),
  delivered({
    ...shopFloor,
    name: 'Drehmomentschlüssel für die Endmontage',
    daysAgo: 139,
    items: '6 OK-40200',
    approvals: small,
  }),
  delivered(
    {
      ...apprentices,
      name: 'Tabellenbücher für den neuen Jahrgang',
      daysAgo: 131,
      items: '7 LO-58411',
      approvals: small,
    },
    'An die Ausbildungswerkstatt übergeben.',
  ),
  delivered({
    ...shipping,
    name: 'Europaletten Nachschub',
    daysAgo: 127,
    items: '180 WP-E1208',
    approvals: medium,
  }),
  delivered({
    ...shopFloor,
    name: 'Messmittel für die Qualitätssicherung',
    daysAgo: 119,
    items: '4 DM-15067, 3 DM-02510',
    approvals: medium,
  }),
  delivered({
    ...devices,
    name: 'Notebooks für die Konstruktion',
    daysAgo: 112,
    notes: 'Ersatz für die Geräte aus dem Leasing.',
    items: '6 KH-N1432, 6 KH-D0310',
    approvals: medium,
  }),
  delivered({
    ...safety,
    name: 'Sicherheitsschuhe, jährliche Ausgabe',
    daysAgo: 104,
    items: '46 ST-S3410',
    approvals: ['approver1', 'approver2: Größenliste liegt bei Herrn Aydın.'],
  }),
  delivered({
    ...shipping,
    name: 'Stretchfolie und Kantenschutz',
    daysAgo: 98,
    items: '96 WP-SF523, 400 WP-KW100',
    approvals: small,
  }),
  delivered({
    ...buying,
    name: 'Handbuch Einkaufsrecht, aktuelle Auflage',
    daysAgo: 94,
    items: '2 LO-60977',
    approvals: small,
  }),
  delivered({
    ...repairs,
    name: 'Kabelrollen für die Hallen 1 bis 3',
    daysAgo: 88,
    items: '6 EW-50315',
    approvals: small,
  }),
  delivered({
    ...fleet,
    name: 'Zurrgurte für die Auslieferung',
    daysAgo: 83,
    items: '40 WP-ZG508',
    approvals: small,
  }),
  delivered({
    ...shopFloor,
    name: 'Schrauben und Bohrer, Lagerauffüllung',
    daysAgo: 79,
    items: '3000 OK-80840, 6 OK-25113',
    approvals: small,
  }),
  delivered(
    {
      ...office,
      name: 'Schreibtische für das Projektbüro',
      daysAgo: 75,
      items: '5 BB-70160, 5 BB-72055',
      approvals: medium,
    },
    'Aufbau durch den Lieferanten, keine Beanstandung.',
  ),
  submitted(
    {
      ...devices,
      name: 'Farblaserdrucker für jede Abteilung',
      daysAgo: 72,
      items: '9 KH-P4420',
      approvals: ['approver1'],
    },
    { by: 'approver2', action: 'decline', comment: 'Ein Gerät je Etage genügt, bitte neu planen.' },
    { by: 'buyer', action: 'cancel', comment: 'Wird mit den Mietgeräten neu ausgeschrieben.' },
  ),
  delivered({
    ...safety,
    name: 'Handschuhe und Schutzbrillen',
    daysAgo: 68,
    items: '240 ST-HN009, 30 ST-BR220',
    approvals: small,
  }),
  delivered({
    ...shipping,
    name: 'Versandetiketten und Luftpolsterfolie',
    daysAgo: 63,
    items: '50 WP-VE150, 8 WP-LP100',
    approvals: small,
  }),
  delivered({
    ...devices,
    name: 'Monitore für den Einkauf',
    daysAgo: 59,
    items: '4 KH-M2740, 12 KH-K6005',
    approvals: medium,
  }),
  delivered({
    ...shopFloor,
    name: 'Akku-Bohrschrauber für die Montageinseln',
    daysAgo: 54,
    items: '6 OK-18244',
    approvals: medium,
  }),
  delivered({
    ...office,
    name: 'Ordner und Papier drittes Quartal',
    daysAgo: 51,
    items: '60 BB-20411, 80 BB-10080',
    approvals: small,
  }),
  delivered({
    ...repairs,
    name: 'Werkstattwagen Instandhaltung',
    daysAgo: 47,
    items: '1 OK-77001',
    approvals: medium,
  }),
  ordered(
    {
      ...devices,
      name: 'Netzwerkkabel für den Umzug der IT',
      daysAgo: 38,
      items: '60 KH-K6005',
      approvals: small,
    },
    {
      by: 'receiver',
      action: 'receive',
      received: ['40'],
      comment: 'Rest in Rückstand, Liefertermin offen.',
    },
  ),
  delivered({
    ...apprentices,
    name: 'Bügelmessschrauben für die Lehrwerkstatt',
    daysAgo: 36,
    items: '4 DM-02510',
    approvals: small,
  }),
  submitted(
    {
      ...shopFloor,
      name: 'Zweiter Werkstattwagen je Montageinsel',
      daysAgo: 34,
      items: '4 OK-77001',
      approvals: ['approver1'],
    },
    { by: 'approver2', action: 'decline', comment: 'Bitte erst den Bestand aus Halle 2 umsetzen.' },
    { by: 'buyer', action: 'cancel', comment: 'Bestand wird umgesetzt, Bedarf entfällt.' },
  ),
  delivered({
    ...safety,
    name: 'Gehörschutz für den Prüfstand',
    daysAgo: 30,
    items: '10 ST-GS200',
    approvals: small,
  }),
  ordered({
    ...shopFloor,
    name: 'Messschieber für die Werkerselbstprüfung',
    daysAgo: 28,
    items: '10 DM-15067',
    approvals: medium,
  }),
  ordered({
    ...office,
    name: 'Bürostühle zweites Obergeschoss',
    daysAgo: 24,
    notes: 'Anlieferung bitte nur vormittags.',
    items: '8 BB-72055',
    approvals: medium,
  }),
  delivered({
    ...shipping,
    name: 'Packband und Stretchfolie',
    daysAgo: 22,
    items: '72 WP-PB066, 48 WP-SF523',
    approvals: small,
  }),
  ordered(
    {
      ...devices,
      name: 'Dockingstationen und Tastaturen',
      daysAgo: 20,
      items: '5 KH-D0310, 5 KH-T0119',
      approvals: medium,
    },
    {
      by: 'receiver',
      action: 'receive',
      received: ['5', '2'],
      comment: 'Drei Tastaturen fehlen laut Lieferschein.',
    },
  ),
  ordered({
    ...repairs,
    name: 'Trennscheiben und Bohrer Instandhaltung',
    daysAgo: 17,
    items: '30 OK-12510, 2 OK-25113',
    approvals: small,
  }),
  ordered({
    ...fleet,
    name: 'Zurrgurte und Kantenschutz für den neuen Lkw',
    daysAgo: 14,
    items: '24 WP-ZG508, 200 WP-KW100',
    approvals: small,
  }),
  submitted(
    {
      ...buying,
      name: 'Zwei Monitore für den Einkauf',
      daysAgo: 13,
      items: '2 KH-M2740',
      approvals: [],
    },
    {
      by: 'approver1',
      action: 'decline',
      comment: 'Auf welcher Kostenstelle sollen sie laufen? Bitte prüfen.',
    },
  ),
  submitted(
    {
      ...devices,
      name: 'Notebooks für den Außendienst',
      daysAgo: 11,
      items: '9 KH-N1432, 9 KH-H0655',
      approvals: ['approver1', 'approver2: Modell wie im Frühjahr.'],
    },
    { by: 'buyer', action: 'comment', comment: 'Rahmenpreis gilt bis Monatsende.' },
  ),
  submitted({
    ...shopFloor,
    name: 'Drehmomentschlüssel, Ersatz nach Kalibrierung',
    daysAgo: 10,
    items: '3 OK-40200',
    approvals: small,
  }),
  submitted({
    ...shipping,
    name: 'Europaletten für das Jahresende',
    daysAgo: 9,
    items: '400 WP-E1208',
    approvals: ['approver1: Menge mit dem Versand abgestimmt.'],
  }),
  submitted({
    ...office,
    name: 'Besprechungsraum 1. OG, neue Möblierung',
    daysAgo: 7,
    items: '2 BB-70160, 12 BB-72055',
    approvals: ['approver1'],
  }),
  submitted({
    ...devices,
    name: 'CAD-Lizenzen für die Fertigungsplanung',
    daysAgo: 6,
    items: '3 KH-L9100',
    approvals: ['approver1'],
  }),
  submitted({
    ...safety,
    name: 'Warnwesten und Handschuhe Inventur',
    daysAgo: 5,
    items: '30 ST-WW020, 120 ST-HN009',
    approvals: small,
  }),
  submitted({
    ...repairs,
    name: 'Kabelrollen, Ersatz nach Prüfung',
    daysAgo: 3,
    items: '4 EW-50315',
    approvals: [],
  }),
  submitted({
    ...apprentices,
    name: 'Fachbücher für die Prüfungsvorbereitung',
    daysAgo: 2,
    items: '5 LO-58411',
    approvals: [],
  }),
  submitted({
    ...shipping,
    name: 'Luftpolsterfolie und Etiketten',
    daysAgo: 1,
    items: '6 WP-LP100, 30 WP-VE150',
    approvals: [],
  }),
  {
    name: 'Arbeitsplatz für den neuen Einkäufer',
    by: 'selector',
    daysAgo: 3,
    department: 'Einkauf',
    cost_center: '1200',
    account: '4855',
    lines: [
      { item: 'KH-N1432', quantity: '1' },
      { item: 'BB-70160', quantity: '1' },
    ],
    steps: [],
  },
];

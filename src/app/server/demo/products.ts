import type { DemoProduct, DemoProductGroup } from './demo-tenant.ts';

const office = { group: 'Bürobedarf', supplier: 'Brüggemann Bürobedarf GmbH', unit: 'Stück' };
const books = {
  group: 'Bürobedarf',
  supplier: 'Fachbuchhandlung Lorenzen e. K.',
  unit: 'Stück',
  tax: '7.00',
};
const computers = { group: 'IT und Zubehör', supplier: 'Kessler & Hahn IT-Systemhaus GmbH', unit: 'Stück' };
const tools = {
  group: 'Werkzeuge und Kleingeräte',
  supplier: 'Osterkamp Werkzeughandel KG',
  unit: 'Stück',
};
const measuring = {
  group: 'Werkzeuge und Kleingeräte',
  supplier: 'Donaumess Prüftechnik GmbH',
  unit: 'Stück',
};
const electrical = { group: 'Werkzeuge und Kleingeräte', supplier: 'Elektro Wiechmann GmbH', unit: 'Stück' };
const safety = { group: 'Arbeitsschutz', supplier: 'Steinbach Arbeitsschutz GmbH', unit: 'Stück' };
const packaging = {
  group: 'Verpackung und Versand',
  supplier: 'Weserpack Verpackungen GmbH & Co. KG',
  unit: 'Stück',
};

export const productGroups: readonly DemoProductGroup[] = [
  {
    name: 'Bürobedarf',
    english: 'Office supplies',
    description: 'Papier, Schreibwaren, Ablage, Fachliteratur',
  },
  { name: 'IT und Zubehör', english: 'IT and accessories', description: 'Geräte, Peripherie, Lizenzen' },
  {
    name: 'Werkzeuge und Kleingeräte',
    english: 'Tools and small devices',
    description: 'Hand- und Elektrowerkzeuge, Messmittel, Elektromaterial',
    selector: 'selector',
  },
  { name: 'Arbeitsschutz', english: 'Occupational safety', description: 'Persönliche Schutzausrüstung' },
  {
    name: 'Verpackung und Versand',
    english: 'Packaging and shipping',
    description: 'Kartons, Folien, Füllmaterial, Ladungssicherung',
  },
];

export const products: readonly DemoProduct[] = [
  {
    ...office,
    name: 'Kopierpapier A4, 80 g/m², weiß',
    alias: 'Druckerpapier',
    item: 'BB-10080',
    net: '4.29',
    unit: 'Pack',
  },
  { ...office, name: 'Ordner A4, 80 mm, grau', alias: 'Aktenordner', item: 'BB-20411', net: '2.15' },
  {
    ...office,
    name: 'Kugelschreiber blau, Strichstärke M',
    item: 'BB-30120',
    net: '38.50',
    price_unit: '100',
  },
  { ...office, name: 'Haftnotizen 76 x 76 mm, gelb, 12 Blöcke', item: 'BB-31076', net: '9.90', unit: 'Pack' },
  { ...office, name: 'Schreibtisch höhenverstellbar, 160 x 80 cm, Ahorn', item: 'BB-70160', net: '489.00' },
  { ...office, name: 'Bürodrehstuhl mit Lordosenstütze, schwarz', item: 'BB-72055', net: '329.00' },
  { ...books, name: 'Tabellenbuch Metall, mit Formelsammlung', item: 'LO-58411', net: '33.55' },
  { ...books, name: 'Handbuch Einkaufsrecht, gebunden', item: 'LO-60977', net: '83.18' },
  {
    ...computers,
    name: 'Notebook 14 Zoll, 32 GB RAM, 1 TB SSD',
    alias: 'Laptop',
    item: 'KH-N1432',
    net: '1249.00',
  },
  { ...computers, name: 'Monitor 27 Zoll, QHD, USB-C', alias: 'Bildschirm', item: 'KH-M2740', net: '284.90' },
  { ...computers, name: 'Dockingstation USB-C, 3 Anzeigen', item: 'KH-D0310', net: '174.50' },
  {
    ...computers,
    name: 'Tastatur und Maus, kabellos, deutsches Layout',
    item: 'KH-T0119',
    net: '54.90',
    unit: 'Set',
  },
  { ...computers, name: 'Headset mit Geräuschunterdrückung', item: 'KH-H0655', net: '118.00' },
  {
    ...computers,
    name: 'Netzwerkkabel Cat 6A, 5 m, grau',
    alias: 'Patchkabel',
    item: 'KH-K6005',
    net: '6.40',
  },
  {
    ...computers,
    name: 'CAD-Lizenz, Jahresabonnement je Arbeitsplatz',
    item: 'KH-L9100',
    net: '1980.00',
    unit: 'Jahr',
  },
  { ...computers, name: 'Laserdrucker A4, Duplex, Netzwerk', item: 'KH-P4420', net: '399.00' },
  { ...tools, name: 'Akku-Bohrschrauber 18 V, 2 Akkus, Koffer', item: 'OK-18244', net: '229.00' },
  { ...tools, name: 'Drehmomentschlüssel 40-200 Nm, kalibriert', item: 'OK-40200', net: '164.80' },
  {
    ...tools,
    name: 'Sechskantschrauben M8 x 40, verzinkt',
    item: 'OK-80840',
    net: '11.75',
    price_unit: '100',
  },
  {
    ...tools,
    name: 'HSS-Spiralbohrer-Satz 1-13 mm, 25-teilig',
    item: 'OK-25113',
    net: '62.30',
    unit: 'Satz',
  },
  { ...tools, name: 'Trennscheiben 125 x 1,0 mm, Edelstahl', item: 'OK-12510', net: '19.95', unit: 'Pack' },
  { ...tools, name: 'Werkstattwagen, 7 Schubladen, bestückt', item: 'OK-77001', net: '1149.00' },
  {
    ...measuring,
    name: 'Digitaler Messschieber 150 mm, IP67',
    alias: 'Schieblehre',
    item: 'DM-15067',
    net: '139.00',
  },
  {
    ...measuring,
    name: 'Bügelmessschraube 0-25 mm, digital',
    alias: 'Mikrometer',
    item: 'DM-02510',
    net: '187.00',
  },
  {
    ...electrical,
    name: 'Kabelrolle 50 m, H07RN-F 3G1,5, IP44',
    alias: 'Kabeltrommel',
    item: 'EW-50315',
    net: '98.60',
  },
  { ...electrical, name: 'LED-Hallenstrahler 150 W, 5000 K', item: 'EW-15050', net: '156.00' },
  {
    ...safety,
    name: 'Sicherheitsschuhe S3, Halbschuh',
    alias: 'Arbeitsschuhe',
    item: 'ST-S3410',
    net: '79.90',
    unit: 'Paar',
  },
  { ...safety, name: 'Schutzhandschuhe Nitril, Größe 9', item: 'ST-HN009', net: '2.38', unit: 'Paar' },
  { ...safety, name: 'Schutzbrille klar, beschlagfrei', item: 'ST-BR220', net: '5.95' },
  {
    ...safety,
    name: 'Gehörschutzstöpsel, 200 Paar im Spender',
    item: 'ST-GS200',
    net: '28.40',
    unit: 'Spender',
  },
  { ...safety, name: 'Warnweste Klasse 2, gelb', item: 'ST-WW020', net: '3.85' },
  { ...safety, name: 'Erste-Hilfe-Koffer DIN 13157', alias: 'Verbandkasten', item: 'ST-EH157', net: '46.50' },
  {
    ...packaging,
    name: 'Wellpappkarton 400 x 300 x 200 mm, zweiwellig',
    alias: 'Versandkarton',
    item: 'WP-43220',
    net: '84.00',
    price_unit: '100',
  },
  { ...packaging, name: 'Euro-Palette 1200 x 800 mm, neu', item: 'WP-E1208', net: '14.20' },
  {
    ...packaging,
    name: 'Stretchfolie 500 mm, 23 my, transparent',
    item: 'WP-SF523',
    net: '7.85',
    unit: 'Rolle',
  },
  {
    ...packaging,
    name: 'Packband 50 mm x 66 m, braun, leise abrollend',
    item: 'WP-PB066',
    net: '1.89',
    unit: 'Rolle',
  },
  { ...packaging, name: 'Luftpolsterfolie 100 cm x 100 m', item: 'WP-LP100', net: '31.50', unit: 'Rolle' },
  {
    ...packaging,
    name: 'Versandetiketten 100 x 150 mm, 500 je Rolle',
    item: 'WP-VE150',
    net: '9.40',
    unit: 'Rolle',
  },
  {
    ...packaging,
    name: 'Kantenschutzwinkel Karton, 1000 mm',
    item: 'WP-KW100',
    net: '41.50',
    price_unit: '100',
  },
  {
    ...packaging,
    name: 'Zurrgurt 50 mm, 8 m, LC 2500 daN',
    alias: 'Spanngurt',
    item: 'WP-ZG508',
    net: '16.90',
  },
];

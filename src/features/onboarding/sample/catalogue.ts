import type { Delivered } from '../delivered.ts';

export interface SampleSupplier {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly payment_days: number;
}

/** A reserved domain, so that no mail reaches a real company. */
const mailOf = (name: string): string => `bestellung@${name}.example`;

export const sampleSuppliers: readonly SampleSupplier[] = [
  {
    ...{ key: 'office', name: 'Muster Bürobedarf GmbH', email: mailOf('buerobedarf') },
    ...{ address: 'Papierweg 4', zipcode: '50667', city: 'Köln', payment_days: 14 },
  },
  {
    ...{ key: 'it', name: 'Muster IT-Systeme GmbH', email: mailOf('it-systeme') },
    ...{ address: 'Datenallee 8', zipcode: '70173', city: 'Stuttgart', payment_days: 30 },
  },
  {
    ...{ key: 'tools', name: 'Muster Werkzeuge KG', email: mailOf('werkzeuge') },
    ...{ address: 'Hammerstraße 21', zipcode: '42853', city: 'Remscheid', payment_days: 30 },
  },
  {
    ...{ key: 'safety', name: 'Muster Arbeitsschutz GmbH', email: mailOf('arbeitsschutz') },
    ...{ address: 'Helmgasse 2', zipcode: '45127', city: 'Essen', payment_days: 14 },
  },
  {
    ...{ key: 'packaging', name: 'Muster Verpackung GmbH & Co. KG', email: mailOf('verpackung') },
    ...{ address: 'Kartonring 16', zipcode: '33602', city: 'Bielefeld', payment_days: 30 },
  },
  {
    ...{ key: 'furniture', name: 'Muster Möbel GmbH', email: mailOf('moebel') },
    ...{ address: 'Tischlerstraße 9', zipcode: '32049', city: 'Herford', payment_days: 30 },
  },
  {
    ...{ key: 'electric', name: 'Muster Elektro GmbH', email: mailOf('elektro') },
    ...{ address: 'Leiterplatz 1', zipcode: '90402', city: 'Nürnberg', payment_days: 14 },
  },
  {
    ...{ key: 'cleaning', name: 'Muster Reinigung und Service GmbH', email: mailOf('reinigung') },
    ...{ address: 'Am Brunnen 7', zipcode: '04109', city: 'Leipzig', payment_days: 14 },
  },
];

const pieces: Delivered = ['Stück', 'piece'];
const packs: Delivered = ['Packung', 'pack'];
const cartons: Delivered = ['Karton', 'carton'];

type Product = readonly [
  item: string,
  supplier: string,
  net: string,
  unit: Delivered,
  german: string,
  english: string,
];

export interface SampleGroup {
  readonly key: string;
  readonly name: Delivered;
  readonly products: readonly Product[];
}

/** Forty products in five groups, all with the standard tax rate. */
export const sampleGroups: readonly SampleGroup[] = [
  {
    key: 'office',
    name: ['Bürobedarf', 'Office supplies'],
    products: [
      [
        'B-101',
        'office',
        '24.90',
        cartons,
        'Kopierpapier A4, 80 g, 2.500 Blatt',
        'Copy paper A4, 80 g, 2,500 sheets',
      ],
      ['B-102', 'office', '3.49', packs, 'Kugelschreiber blau, 10 Stück', 'Ballpoint pens blue, 10 pieces'],
      ['B-103', 'office', '2.19', pieces, 'Ordner A4 breit, grau', 'Lever arch file A4 wide, grey'],
      [
        'B-104',
        'office',
        '4.95',
        packs,
        'Haftnotizen 76 × 76 mm, 12 Blöcke',
        'Sticky notes 76 × 76 mm, 12 pads',
      ],
      ['B-105', 'office', '6.80', packs, 'Textmarker, 4 Farben', 'Highlighters, 4 colours'],
      ['B-106', 'office', '12.50', packs, 'Versandtaschen C4, 100 Stück', 'Envelopes C4, 100 pieces'],
      ['B-107', 'office', '18.90', pieces, 'Heftgerät für 50 Blatt', 'Stapler for 50 sheets'],
      ['B-108', 'cleaning', '21.60', cartons, 'Handtuchpapier, 20 Bündel', 'Paper towels, 20 bundles'],
    ],
  },
  {
    key: 'it',
    name: ['IT und Zubehör', 'IT and accessories'],
    products: [
      ['I-201', 'it', '949.00', pieces, 'Notebook 14 Zoll, 16 GB, 512 GB', 'Notebook 14 inch, 16 GB, 512 GB'],
      ['I-202', 'it', '219.00', pieces, 'Monitor 27 Zoll', 'Monitor 27 inch'],
      ['I-203', 'it', '129.00', pieces, 'Dockingstation USB-C', 'Docking station USB-C'],
      ['I-204', 'it', '39.90', pieces, 'Tastatur und Maus, kabellos', 'Keyboard and mouse, wireless'],
      ['I-205', 'it', '89.00', pieces, 'Headset mit Geräuschunterdrückung', 'Headset with noise cancelling'],
      ['I-206', 'electric', '14.90', pieces, 'Netzwerkkabel Cat 6a, 10 m', 'Network cable Cat 6a, 10 m'],
      ['I-207', 'it', '74.50', pieces, 'Toner schwarz', 'Toner black'],
      ['I-208', 'electric', '28.50', pieces, 'Steckdosenleiste, 6-fach', 'Power strip, 6 sockets'],
    ],
  },
  {
    key: 'safety',
    name: ['Arbeitsschutz', 'Safety at work'],
    products: [
      ['A-301', 'safety', '16.90', pieces, 'Schutzhelm mit Kinnriemen', 'Safety helmet with chin strap'],
      ['A-302', 'safety', '7.90', pieces, 'Schutzbrille, klar', 'Safety glasses, clear'],
      [
        'A-303',
        'safety',
        '18.50',
        packs,
        'Arbeitshandschuhe Größe 9, 12 Paar',
        'Work gloves size 9, 12 pairs',
      ],
      ['A-304', 'safety', '69.90', pieces, 'Sicherheitsschuhe S3', 'Safety shoes S3'],
      ['A-305', 'safety', '24.90', packs, 'Gehörschutzstöpsel, 200 Paar', 'Ear plugs, 200 pairs'],
      ['A-306', 'safety', '12.40', pieces, 'Warnweste Klasse 2', 'High-visibility vest class 2'],
      ['A-307', 'safety', '39.00', pieces, 'Verbandkasten nach DIN 13157', 'First aid kit DIN 13157'],
      ['A-308', 'safety', '64.00', pieces, 'Feuerlöscher Schaum, 6 l', 'Fire extinguisher foam, 6 l'],
    ],
  },
  {
    key: 'tools',
    name: ['Werkzeug und Werkstatt', 'Tools and workshop'],
    products: [
      [
        'W-401',
        'tools',
        '189.00',
        pieces,
        'Akku-Bohrschrauber 18 V mit zwei Akkus',
        'Cordless drill 18 V with two batteries',
      ],
      ['W-402', 'tools', '79.00', pieces, 'Steckschlüsselsatz, 94-teilig', 'Socket set, 94 pieces'],
      ['W-403', 'tools', '34.90', pieces, 'Schraubendrehersatz, 8-teilig', 'Screwdriver set, 8 pieces'],
      ['W-404', 'tools', '22.50', packs, 'Trennscheiben 125 mm, 25 Stück', 'Cutting discs 125 mm, 25 pieces'],
      ['W-405', 'tools', '58.00', pieces, 'Messschieber digital, 150 mm', 'Digital caliper, 150 mm'],
      ['W-406', 'electric', '46.00', pieces, 'LED-Arbeitsleuchte', 'LED work light'],
      ['W-407', 'cleaning', '16.80', pieces, 'Bindemittel für Öl, 20 kg', 'Oil absorbent, 20 kg'],
      ['W-408', 'tools', '9.90', pieces, 'Multifunktionsöl, 400 ml', 'Multi-purpose oil, 400 ml'],
    ],
  },
  {
    key: 'packaging',
    name: ['Verpackung und Einrichtung', 'Packaging and furnishing'],
    products: [
      [
        'V-501',
        'packaging',
        '32.00',
        packs,
        'Faltkartons 400 × 300 × 200 mm, 25 Stück',
        'Boxes 400 × 300 × 200 mm, 25 pieces',
      ],
      ['V-502', 'packaging', '19.90', packs, 'Packband braun, 6 Rollen', 'Packing tape brown, 6 rolls'],
      ['V-503', 'packaging', '44.50', pieces, 'Stretchfolie, 6 Rollen', 'Stretch film, 6 rolls'],
      ['V-504', 'packaging', '27.80', pieces, 'Luftpolsterfolie, 100 m', 'Bubble wrap, 100 m'],
      [
        'V-505',
        'packaging',
        '36.00',
        packs,
        'Versandetiketten, 1.000 Stück',
        'Shipping labels, 1,000 pieces',
      ],
      [
        'V-506',
        'furniture',
        '489.00',
        pieces,
        'Schreibtisch höhenverstellbar, 160 × 80 cm',
        'Desk adjustable in height, 160 × 80 cm',
      ],
      ['V-507', 'furniture', '279.00', pieces, 'Bürodrehstuhl', 'Office chair'],
      ['V-508', 'furniture', '149.00', pieces, 'Steckregal, fünf Böden', 'Shelving unit, five shelves'],
    ],
  },
];

import type { Chance } from '../torture/chance.ts';

/** An item independent of any shop's notation. */
export interface SoldItem {
  readonly name: string;
  readonly long: string | null;
  readonly number: string;
  readonly auxiliary: string | null;
  readonly quantity: string;
  readonly unit: string | null;
  readonly price: string | null;
  readonly per: string;
  readonly days: number | null;
  readonly group: string | null;
}

/** A cart in transport form: type of the body, and body. */
export interface Carried {
  readonly type: string;
  readonly body: Uint8Array;
}

const form = 'application/x-www-form-urlencoded';
const names = [
  'Kugelschreiber blau',
  'Schrauben M6x40, verzinkt',
  'Füllfederhalter „Köln“ für 3 €',
  'Papier 80 g/m² <weiß> & mehr',
  'žluťoučký kůň',
  'Ascii only',
  'Penna "Roma" d’oro',
];

/** Random items with realistic values that every notation can carry. */
export function soldItems(chance: Chance, maxCount: number): readonly SoldItem[] {
  return Array.from({ length: 1 + chance.below(maxCount) }, (_, place) => ({
    name: `${chance.pick(names)} ${place}`,
    long: chance.share(0.3) ? `Zeile 1 von ${place}\nZeile 2` : null,
    number: chance.pick(['A-1', '00123', 'x y', 'Ä/7']) ?? '',
    auxiliary: chance.share(0.5) ? `${'k=v;'.repeat(chance.below(2000))}1, 2 ` : null,
    quantity: chance.pick(['1', '2.5', '1000', '0.125']) ?? '1',
    unit: chance.pick(['EA', 'C62', 'PK', null]) ?? null,
    price: chance.pick(['0', '3.5', '1234.56', '0.0899', null]) ?? null,
    per: chance.pick(['1', '100', '1000']) ?? '1',
    days: chance.pick([null, 0, 14]) ?? null,
    group: chance.pick([null, '44121701']) ?? null,
  }));
}

/** A text in an encoding; null if it lacks a character. */
function bytesIn(text: string, encoding: string): Uint8Array | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = new Uint8Array(2 + 2 * text.length);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, encoding === 'utf-16le');
    for (let at = 0; at < text.length; at += 1)
      view.setUint16(2 + 2 * at, text.charCodeAt(at), encoding === 'utf-16le');
    return bytes;
  }
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const codes = [...text].map((sign) => all.indexOf(sign));
  return codes.includes(-1) ? null : Uint8Array.from(codes);
}

const percented = (bytes: Uint8Array) =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** An amount in a random national notation. */
function amount(value: string, chance: Chance): string {
  const [whole = '', fraction = ''] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '_');
  return (
    chance.pick([
      value,
      `${whole}.${fraction.padEnd(2, '0')}`,
      // Three decimals after a single comma would be ambiguous.
      ...(fraction.length === 3 ? [] : [`${grouped.replaceAll('_', '.')},${fraction.padEnd(2, '0')}`]),
      `${grouped.replaceAll('_', ',')}.${fraction.padEnd(4, '0')}`,
      ` ${whole}.${fraction.padEnd(1, '0')} `,
      `${grouped.replaceAll('_', ' ')}.${fraction.padEnd(5, '0')}`,
    ]) ?? value
  );
}

/** Attributes in random order and with either quotes. */
function attributes(given: Readonly<Record<string, string>>, chance: Chance): string {
  const written = Object.entries(given).map(([name, value]) => {
    const quote = chance.pick(['"', "'"]) ?? '"';
    return `${name}${chance.pick(['=', ' = '])}${quote}${value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')}${quote}`;
  });
  return written
    .toSorted(() => chance.below(3) - 1)
    .map((each) => ` ${each}`)
    .join('');
}

/** XML text: escaped, as character references, or as CDATA, with comments. */
function content(text: string, chance: Chance): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const numbered = [...text].map((sign) =>
    /[\w ,.;=\n]/.test(sign) ? sign : `&#x${sign.codePointAt(0)?.toString(16)};`,
  );
  const way = chance.pick([escaped, numbered.join(''), `<![CDATA[${text}]]>`]) ?? escaped;
  return chance.share(0.2) ? `<!-- a -- -->`.replace(' --', '') + way : way;
}

/** A cXML message in a random notation. */
export function cxmlMessage(
  cookie: string,
  items: readonly SoldItem[],
  chance: Chance,
  encoding: string,
): string {
  const prefix = chance.share(0.15) ? 'c:' : '';
  const tag = (name: string, given: Readonly<Record<string, string>>, inner: string) =>
    `<${prefix}${name}${attributes(given, chance)}${inner === '' ? '/>' : `>${inner}</${prefix}${name}>`}${chance.pick(['', '\n  '])}`;
  const leaf = (name: string, text: string | null, given: Readonly<Record<string, string>> = {}) =>
    text === null ? '' : tag(name, given, content(text, chance));
  const itemName = chance.share(0.1) ? 'ItemOut' : 'ItemIn';
  const written = items.map((item, place) => {
    const money = item.price === null ? '' : leaf('Money', amount(item.price, chance), { currency: 'EUR' });
    const long = item.long === null ? '' : content(item.long, chance);
    const described = tag('Description', { 'xml:lang': 'de' }, `${leaf('ShortName', item.name)}${long}`);
    const foreign = leaf('Description', 'Something', { 'xml:lang': 'en' });
    const basis = tag(
      'PriceBasisQuantity',
      { quantity: item.per, conversionFactor: '1' },
      leaf('UnitOfMeasure', 'EA'),
    );
    const detail = [
      money === '' && chance.share(0.5) ? '' : tag('UnitPrice', {}, money),
      ...(chance.share(0.3) ? [foreign, described] : chance.share(0.3) ? [described, foreign] : [described]),
      leaf('UnitOfMeasure', item.unit),
      item.per === '1' && chance.share(0.7) ? '' : basis,
      leaf('Classification', item.group, { domain: 'UNSPSC' }),
      ...(chance.share(0.3) ? [leaf('Classification', 'X-9', { domain: 'own' })] : []),
      leaf('LeadTime', item.days === null ? null : String(item.days)),
      ...(chance.share(0.3) ? [leaf('Extrinsic', 'whatever <b>', { name: 'Colour' })] : []),
    ];
    const id = tag(
      'ItemID',
      {},
      `${leaf('SupplierPartID', item.number)}${leaf('SupplierPartAuxiliaryID', item.auxiliary)}`,
    );
    const numbers = { quantity: amount(item.quantity, chance), lineNumber: String(1 + 3 * place) };
    return tag(itemName, numbers, `${id}${tag('ItemDetail', {}, detail.join(''))}`);
  });
  const total = tag('Total', {}, leaf('Money', '1.00', { currency: 'EUR' }));
  const head = tag('PunchOutOrderMessageHeader', { operationAllowed: 'edit' }, total);
  const message = tag('PunchOutOrderMessage', {}, `${leaf('BuyerCookie', cookie)}${head}${written.join('')}`);
  const doctype =
    chance.pick([
      '',
      `<!DOCTYPE ${prefix}cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd">`,
      `<!DOCTYPE ${prefix}cXML>`,
    ]) ?? '';
  const spaces: Readonly<Record<string, string>> = prefix === '' ? {} : { 'xmlns:c': 'http://xml.cxml.org' };
  const root = tag(
    'cXML',
    { payloadID: '1', timestamp: '2026-01-01T00:00:00Z', ...spaces },
    `${tag('Header', {}, '')}${tag('Message', {}, message)}`,
  );
  const declared = encoding.startsWith('utf-16') ? 'UTF-16' : encoding;
  const prolog =
    encoding === 'utf-8' && chance.share(0.3) ? '' : `<?xml version="1.0" encoding="${declared}"?>\n`;
  return `${prolog}${doctype}${root}`;
}

const encodings = ['utf-8', 'utf-8', 'iso-8859-1', 'windows-1252', 'iso-8859-2', 'utf-16le', 'utf-16be'];

/** A cXML cart in a random form of transport. */
export function carriedCxml(cookie: string, items: readonly SoldItem[], chance: Chance): Carried {
  const wanted = chance.pick(encodings) ?? 'utf-8';
  const drawn = cxmlMessage(cookie, items, chance, wanted);
  const own = bytesIn(drawn, wanted === 'iso-8859-1' ? 'windows-1252' : wanted);
  const text = own ? drawn : drawn.replace(/ encoding="[^"]*"/, '');
  const bytes = own ?? new TextEncoder().encode(text);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const field = chance.pick(['cXML', 'cxml']);
  const asForm = (body: string): Carried => ({ type: form, body: new TextEncoder().encode(body) });
  const ways: readonly (() => Carried)[] = [
    () => asForm(`${field}-base64=${encodeURIComponent(base64)}`),
    () =>
      asForm(
        `~caller=CTLG&${field}-base64=${encodeURIComponent(base64.replace(/(.{64})/g, '$1\n'))}&submit=Go`,
      ),
    () => asForm(`${field}-urlencoded=${encodeURIComponent(text)}`),
    () =>
      asForm(
        `${field}-urlencoded=${wanted.startsWith('utf-16') ? encodeURIComponent(text) : percented(bytes)}`,
      ),
    () => ({ type: chance.pick(['text/xml', 'application/xml; charset=utf-8']) ?? '', body: bytes }),
  ];
  return (chance.pick(ways) ?? ways[0])?.() ?? asForm('');
}

/** An OCI cart with random optional fields. */
export function carriedOci(items: readonly SoldItem[], chance: Chance): Carried {
  const start = chance.below(3);
  const step = 1 + chance.below(3);
  const isLower = chance.share(0.2);
  const fields = items.flatMap((item, place): [string, string][] => {
    const index = start + step * place;
    const of = (name: string, value: string | null): [string, string][] =>
      value === null ? [] : [[`NEW_ITEM-${name}[${index}]`, value]];
    const long = item.long ?? '';
    const spelling = chance.pick([`NEW_ITEM-LONGTEXT_${index}:132[]`, `NEW_ITEM-LONGTEXT[${index}]`]) ?? '';
    return [
      ...of('DESCRIPTION', item.name),
      ...of('VENDORMAT', item.number),
      ...of('EXT_PRODUCT_ID', item.auxiliary),
      ...of('QUANTITY', amount(item.quantity, chance)),
      ...of('UNIT', item.unit),
      ...of('PRICE', item.price === null ? null : amount(item.price, chance)),
      ...of('PRICEUNIT', item.per === '1' ? (chance.pick(['', '1', '1.000', null]) ?? null) : item.per),
      ...of('CURRENCY', 'EUR'),
      ...of('LEADTIME', item.days === null ? null : String(item.days)),
      ...of('MATGROUP', item.group),
      ...(long === '' ? [] : [[spelling, long] as [string, string]]),
      ...of('CUST_FIELD1', ''),
    ];
  });
  const named = isLower ? fields.map(([name, value]) => [name.toLowerCase(), value] as const) : fields;
  const all = [['~caller', 'CTLG'], ...named, ['~OkCode', 'ADDI']] as const;
  const wanted = chance.pick(['utf-8', 'windows-1252', 'iso-8859-2']) ?? 'utf-8';
  const isWritable = all.every(([, value]) => bytesIn(value, wanted) !== null);
  const encoding = isWritable ? wanted : 'utf-8';
  // Western shops may omit the charset; others must not.
  const isReported = encoding === 'iso-8859-2' || chance.share(0.3);
  const pairs = isReported ? [...all, ['_charset_', encoding] as const] : all;
  const isBare = chance.share(0.5);
  const body = pairs
    .map(
      ([name, value]) =>
        `${isBare ? name : encodeURIComponent(name)}=${percented(bytesIn(value, encoding) ?? new Uint8Array())}`,
    )
    .join('&');
  return { type: form, body: new TextEncoder().encode(body) };
}

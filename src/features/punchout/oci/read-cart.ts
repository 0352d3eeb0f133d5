import { type CartItem, type CartReading, cartLengths, maxCartItems } from '../cart.ts';
import { checkedItem, currencyIn, daysIn, keptText, shownText, webAddress } from '../item.ts';
import { numberInCart, readingsInCart } from '../number-in-cart.ts';

/** `NEW_ITEM-PRICE[1]`, and `NEW_ITEM-LONGTEXT_1:132[]` with the index inside the name. */
const fieldName = /^NEW_ITEM-(?:LONGTEXT_(\d{1,6}):132(?:\[(\d{0,6})\])?|([A-Z0-9_]{1,40})\[(\d{1,6})\])$/i;

type Fields = ReadonlyMap<string, string>;

/** Whether a form contains an OCI cart. */
export function isOciForm(names: Iterable<string>): boolean {
  return [...names].some((name) => /^NEW_ITEM-/i.test(name));
}

/** Reads an OCI 4.0 or 5.0 cart, in which every field of an item is a form field. */
export function readOciCart(form: Iterable<readonly [string, string]>): CartReading {
  const items = new Map<number, Map<string, string>>();
  for (const [name, value] of form) {
    const match = fieldName.exec(name.trim());
    if (!match) continue;
    const [, longText, otherIndex, field, index] = match;
    const place = Number(longText ?? index);
    const fields = items.get(place) ?? new Map<string, string>();
    if (items.size >= maxCartItems && !items.has(place)) return { ok: false, reason: 'too_many_items' };
    items.set(place, fields);
    const key = longText === undefined ? (field ?? '').toUpperCase() : 'LONGTEXT';
    const before = fields.get(key);
    // Long texts may come in pieces; other fields count once.
    if (before === undefined) fields.set(key, value);
    else if (key === 'LONGTEXT') fields.set(key, before + (otherIndex === undefined ? '' : '\n') + value);
  }
  const filled = [...items.entries()]
    .toSorted(([one], [other]) => one - other)
    .filter(([, fields]) => [...fields.values()].some((value) => value.trim() !== ''));
  return {
    ok: true,
    cart: {
      protocol: 'oci',
      buyer_cookie: null,
      operation_allowed: 'create',
      total: null,
      items: filled.map(([, fields]) => itemOf(fields)),
    },
  };
}

function itemOf(fields: Fields): CartItem {
  const text = (name: string) => shownText(fields.get(name) ?? '');
  const price = fields.get('PRICE');
  // An empty price unit means one.
  const priceUnit = numberInCart(fields.get('PRICEUNIT'), 'decimal');
  const supplierNumber = fields.get('VENDORMAT');
  const longText = text('LONGTEXT');
  const description =
    text('DESCRIPTION') ||
    longText.split('\n')[0] ||
    text('MATNR') ||
    text('VENDORMAT') ||
    text('EXT_PRODUCT_ID');
  return checkedItem({
    kind: 'item',
    description,
    long_text: longText === '' || longText === description ? null : longText,
    item_number: keptText(supplierNumber) ?? keptText(fields.get('EXT_PRODUCT_ID')),
    auxiliary_id: keptText(fields.get('EXT_PRODUCT_ID'), cartLengths.auxiliary_id),
    buyer_number: keptText(fields.get('MATNR')),
    manufacturer: keptText(fields.get('MANUFACTCODE')),
    manufacturer_number: keptText(fields.get('MANUFACTMAT')),
    quantity: numberInCart(fields.get('QUANTITY'), 'decimal'),
    unit: keptText(text('UNIT'), cartLengths.unit),
    price: numberInCart(price, 'unclear'),
    price_unit: priceUnit === null ? '1' : priceUnit,
    unclear: { price: readingsInCart(price), quantity: [] },
    currency: currencyIn(fields.get('CURRENCY')),
    tax: null,
    lead_time_days: daysIn(fields.get('LEADTIME')),
    vendor_number: keptText(fields.get('VENDOR')?.trim()),
    classes: classesOf(fields),
    quote_number: keptText(text('EXT_QUOTE_ID')),
    quote_item: keptText(text('EXT_QUOTE_ITEM')),
    ...attachmentOf(fields),
  });
}

/** The buyer's own product group, and that of a public scheme. */
function classesOf(fields: Fields) {
  const group = keptText(fields.get('MATGROUP')?.trim());
  const scheme = keptText(fields.get('EXT_SCHEMA_TYPE')?.trim()) ?? '';
  const code = keptText((fields.get('EXT_CATEGORY_ID') ?? fields.get('EXT_CATEGORY') ?? '').trim());
  return [
    ...(group === null ? [] : [{ domain: 'MATGROUP', code: group }]),
    ...(code === null ? [] : [{ domain: scheme, code }]),
  ];
}

/** Images become the line's image; other attachments, such as data sheets, its link. */
function attachmentOf(fields: Fields): Pick<CartItem, 'image_url' | 'webshop_url'> {
  const address = webAddress(fields.get('ATTACHMENT'));
  const isPicture = address !== null && /\.(png|jpe?g|gif|webp)(\?.*)?$/i.test(address);
  return isPicture ? { image_url: address, webshop_url: null } : { image_url: null, webshop_url: address };
}

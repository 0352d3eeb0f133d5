import { isLanguage, languageTag } from '../../../base/language.ts';
import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isZero,
  minus,
  round,
  sum,
  times,
} from '../../../base/money.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import {
  type CartItem,
  type CartOperation,
  type CartReading,
  type CartTotal,
  cartLengths,
  maxCartItems,
} from '../cart.ts';
import { checkedItem, currencyIn, cut, daysIn, keptText, shownText, webAddress } from '../item.ts';
import { numberInCart, readingsInCart } from '../number-in-cart.ts';
import { sumsOf, totalDifference } from '../own-total.ts';
import { readCxml } from './envelope.ts';
import { type GroupedItem, groupedItems } from './groups.ts';

/**
 * Reads a `PunchOutOrderMessage` from a form posted by a person's browser, so its content is not trusted.
 * @param language preferred language of the descriptions
 */
export function readCxmlCart(source: Uint8Array | string, language = 'de'): CartReading {
  const reading = readCxml(source);
  if (!reading.ok) return reading;
  const message = first(reading.root, 'Message', 'PunchOutOrderMessage');
  if (!message) return { ok: false, reason: 'other_message' };
  const inCart = itemsIn(message);
  if (inCart.length > maxCartItems) return { ok: false, reason: 'too_many_items' };
  const head = first(message, 'PunchOutOrderMessageHeader');
  const reported = { language, currency: currencyOf(head), tax: taxRate(first(head, 'Tax')) };
  const read = inCart.map((element) => ({ element, item: itemOf(element, reported) }));
  const grouped = groupedItems(read, totalOf(head));
  const items = grouped.map(lineOf);
  const carriers = grouped.map(({ element }) => element);
  const freight = freightOf([head, ...carriers], reported) ?? freightOf(inCart, reported);
  const bought = items.length > 0 && freight ? [...items, freight] : items;
  return {
    ok: true,
    cart: {
      protocol: 'cxml',
      buyer_cookie: textAt(message, 'BuyerCookie'),
      operation_allowed: operationOf(attributeOf(head, 'operationAllowed')),
      total: netTotalOf(head, bought),
      items: bought,
    },
  };
}

/** Some shops return the items in their order form. */
function itemsIn(message: XmlElement): readonly XmlElement[] {
  const items = all(message, 'ItemIn');
  return items.length > 0 ? items : all(message, 'ItemOut');
}

/** Defaults for items that do not specify their own. */
interface Reported {
  readonly language: string;
  readonly currency: string | null;
  readonly tax: Amount | null;
}

function operationOf(text: string | null): CartOperation {
  return text === 'edit' || text === 'inspect' ? text : 'create';
}

function currencyOf(head: XmlElement | undefined): string | null {
  return currencyIn(attributeOf(first(head, 'Total', 'Money'), 'currency'));
}

function totalOf(head: XmlElement | undefined): Amount | null {
  const total = numberInCart(first(head, 'Total', 'Money')?.text, 'unclear');
  return typeof total === 'string' ? round(total, 2) : null;
}

const maxTotal = '9999999999999';

/** The stated total; where it is the sum of the items with the stated tax, without that tax (PUN-16). */
function netTotalOf(head: XmlElement | undefined, items: readonly CartItem[]): CartTotal | null {
  const [total, currency] = [totalOf(head), currencyOf(head)];
  if (total === null || currency === null || compareAmounts(absolute(total), maxTotal) > 0) return null;
  const tax = numberInCart(first(head, 'Tax', 'Money')?.text, 'unclear') ?? '0';
  const net = round(minus(total, tax), 2);
  const sums = sumsOf(items, currency);
  const isGross = totalDifference(total, sums) !== null && totalDifference(net, sums) === null;
  return { amount: isGross ? net : total, currency };
}

/** An item with the name of its group, or with the list of its contents. */
function lineOf({ item, group, parts }: GroupedItem): CartItem {
  if (group === null && parts.length === 0) return item;
  const names = [group?.description === item.description ? null : group?.description, item.long_text];
  const contents = parts.map(({ quantity, description }) => `${quantity ?? '1'} × ${description}`);
  const text = [...names, ...contents].filter(Boolean).join('\n');
  return {
    ...item,
    tax: item.tax ?? group?.tax ?? null,
    long_text: cut(text, cartLengths.description) || null,
  };
}

function itemOf(item: XmlElement, reported: Reported): CartItem {
  const id = first(item, 'ItemID');
  const detail = first(item, 'ItemDetail');
  const money = first(detail, 'UnitPrice', 'Money');
  const { price, priceUnit } = priceOf(money, first(detail, 'PriceBasisQuantity'));
  const number = first(id, 'SupplierPartID')?.text;
  const { short, long } = descriptionOf(all(detail, 'Description'), reported.language);
  return checkedItem({
    kind: 'item',
    description: short || shownText(number ?? ''),
    long_text: long,
    item_number: keptText(number),
    auxiliary_id: keptText(first(id, 'SupplierPartAuxiliaryID')?.text, cartLengths.auxiliary_id),
    buyer_number: keptText(textAt(id, 'BuyerPartID')),
    manufacturer: keptText(textAt(detail, 'ManufacturerName')),
    manufacturer_number: keptText(textAt(detail, 'ManufacturerPartID')),
    quantity: numberInCart(attributeOf(item, 'quantity'), 'unclear'),
    unit: keptText(textAt(detail, 'UnitOfMeasure'), cartLengths.unit),
    price,
    price_unit: priceUnit,
    unclear: {
      price: isOrderUnit(first(detail, 'PriceBasisQuantity')) ? readingsInCart(money?.text) : [],
      quantity: readingsInCart(attributeOf(item, 'quantity')),
    },
    currency: currencyIn(attributeOf(money, 'currency')) ?? reported.currency,
    tax: taxRate(first(item, 'Tax')) ?? reported.tax,
    lead_time_days: daysIn(textAt(detail, 'LeadTime')),
    vendor_number: null,
    classes: all(detail, 'Classification').flatMap((each) => classOf(each)),
    quote_number: null,
    quote_item: null,
    image_url: imageOf(detail),
    webshop_url: webAddress(textAt(detail, 'URL')),
  });
}

/** Whether the price basis counts in the unit of the order. */
function isOrderUnit(basis: XmlElement | undefined): boolean {
  const factor = numberInCart(attributeOf(basis, 'conversionFactor') ?? '1', 'unclear') ?? undefined;
  return factor !== undefined && compareAmounts(factor, '1') === 0;
}

/** Reads price and price unit; the price basis may use another unit than the order. */
function priceOf(money: XmlElement | undefined, basis: XmlElement | undefined) {
  const price = money ? numberInCart(money.text, 'unclear') : null;
  if (!basis) return { price, priceUnit: '1' };
  const quantity = numberInCart(attributeOf(basis, 'quantity'), 'unclear') ?? undefined;
  const factor = numberInCart(attributeOf(basis, 'conversionFactor') ?? '1', 'unclear') ?? undefined;
  if (quantity === undefined || factor === undefined || compareAmounts(factor, '0') <= 0) {
    return { price: undefined, priceUnit: '1' };
  }
  if (isOrderUnit(basis) || !price) return { price, priceUnit: quantity };
  const whole = dividedBy(quantity, factor);
  // Convert to the price of one unit if the price unit is not a round number.
  if (/^\d+(\.\d{1,3})?$/.test(whole) && compareAmounts(whole, '0') > 0) return { price, priceUnit: whole };
  return compareAmounts(quantity, '0') > 0
    ? { price: dividedBy(times(price, factor), quantity), priceUnit: '1' }
    : { price: undefined, priceUnit: '1' };
}

/** Short and long description in the language, else in the first language with a text. */
function descriptionOf(all: readonly XmlElement[], language: string) {
  const texts = all.map((each) => ({
    language: attributeOf(each, 'xml:lang') ?? '',
    short: shownText(first(each, 'ShortName')?.text ?? ''),
    long: shownText(each.text),
  }));
  const filled = texts.filter(({ short, long }) => short !== '' || long !== '');
  const found = filled.find((each) => isIn(each.language, language)) ?? filled[0];
  if (!found) return { short: '', long: null };
  if (found.short === '') return { short: found.long, long: null };
  return { short: found.short, long: found.long === '' || found.long === found.short ? null : found.long };
}

/** Shops use language tags; the product's key of one language differs from its tag. */
function isIn(tag: string, language: string): boolean {
  const wanted = isLanguage(language) ? languageTag(language) : language;
  return tag.toLowerCase().split(/[-_]/)[0] === wanted;
}

function classOf(element: XmlElement) {
  const code = keptText(element.text.trim() || attributeOf(element, 'code'));
  return code === null ? [] : [{ domain: keptText(attributeOf(element, 'domain')) ?? '', code }];
}

function imageOf(detail: XmlElement | undefined): string | null {
  const extrinsics = all(detail, 'Extrinsic');
  const image = extrinsics.find((each) =>
    /^(image|picture)(_?(url|link))?$/i.test(attributeOf(each, 'name') ?? ''),
  );
  return webAddress(image?.text);
}

/** The tax rate, if there is exactly one: a line cannot have two. */
function taxRate(tax: XmlElement | undefined): Amount | null {
  const rates = all(tax, 'TaxDetail').map((each) =>
    numberInCart(attributeOf(each, 'percentageRate'), 'decimal'),
  );
  const [rate, ...others] = [...new Set(rates)];
  if (typeof rate !== 'string' || others.length > 0) return null;
  return compareAmounts(rate, '0') >= 0 && compareAmounts(rate, '99.99') <= 0 ? rate : null;
}

/** Total freight of the cart and its items. */
function freightOf(places: readonly (XmlElement | undefined)[], reported: Reported): CartItem | null {
  const shipping = places.flatMap((place) => all(place, 'Shipping'));
  const monies = shipping.flatMap((each) => all(each, 'Money').slice(0, 1));
  const amounts = monies.map((each) => numberInCart(each.text, 'unclear'));
  if (amounts.every((each) => each === null || (each !== undefined && isZero(each)))) return null;
  const known = amounts.filter((each) => typeof each === 'string');
  const { short } = descriptionOf(
    shipping.flatMap((each) => all(each, 'Description')),
    reported.language,
  );
  return checkedItem({
    kind: 'freight',
    description: short || 'Shipping',
    ...nothing,
    quantity: '1',
    price: amounts.includes(undefined) ? undefined : sum(known),
    price_unit: '1',
    currency: currencyIn(attributeOf(monies[0], 'currency')) ?? reported.currency,
    tax: reported.tax,
  });
}

const nothing = {
  long_text: null,
  item_number: null,
  auxiliary_id: null,
  buyer_number: null,
  manufacturer: null,
  manufacturer_number: null,
  unit: null,
  lead_time_days: null,
  vendor_number: null,
  classes: [],
  quote_number: null,
  quote_item: null,
  image_url: null,
  webshop_url: null,
} as const;

import type { Amount } from '../../../base/money.ts';
import type { CartItem } from '../cart.ts';
import { element, textElement } from './element.ts';

/** An amount in a currency. */
export function moneyXml(amount: Amount, currency: string): string {
  return element('Money', { currency }, amount);
}

/** What says which product it is, as it came: blanks and commas of the auxiliary number belong to it. */
export function itemIdXml(item: Pick<CartItem, 'item_number' | 'auxiliary_id' | 'buyer_number'>): string {
  return element('ItemID', {}, [
    textElement('SupplierPartID', item.item_number) ?? '<SupplierPartID/>',
    textElement('SupplierPartAuxiliaryID', item.auxiliary_id),
    textElement('BuyerPartID', item.buyer_number),
  ]);
}

/** What the item is and costs; a class and a unit are demanded, also of what came without. */
export function itemDetailXml(item: CartItem, currency: string, language: string): string {
  const classes = item.classes.map(
    ({ domain, code }) => textElement('Classification', code, { domain: domain || 'UNSPSC' }) ?? '',
  );
  const unit = item.unit || 'EA';
  const basis = { quantity: item.price_unit, conversionFactor: '1' };
  return element('ItemDetail', {}, [
    element('UnitPrice', {}, moneyXml(item.price ?? '0', item.currency ?? currency)),
    element('Description', { 'xml:lang': language }, textElement('ShortName', item.description)),
    textElement('UnitOfMeasure', unit),
    item.price_unit === '1' ? null : element('PriceBasisQuantity', basis, textElement('UnitOfMeasure', unit)),
    ...(classes.some((each) => each !== '') ? classes : ['<Classification domain="UNSPSC"/>']),
    textElement('ManufacturerPartID', item.manufacturer_number),
    textElement('ManufacturerName', item.manufacturer, { 'xml:lang': language }),
  ]);
}

/** Where something or somebody is. */
export interface PostalAddress {
  readonly name: string;
  /** Persons and departments. */
  readonly deliver_to: readonly string[];
  readonly street: string;
  readonly city: string;
  readonly zipcode: string | null;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly email: string | null;
  /** The name of the place in the shop's or the company's books. */
  readonly id: string | null;
}

/** An address, which a shop may refuse without street and city, and the DTD does. */
export function addressXml(address: PostalAddress, language: string): string {
  const postal = element('PostalAddress', {}, [
    ...address.deliver_to.map((each) => textElement('DeliverTo', each)),
    textElement('Street', address.street) ?? '<Street/>',
    textElement('City', address.city) ?? '<City/>',
    textElement('PostalCode', address.zipcode),
    element('Country', { isoCountryCode: address.country }, address.country),
  ]);
  return element('Address', { isoCountryCode: address.country, addressID: address.id }, [
    element('Name', { 'xml:lang': language }, textContent(address.name)),
    postal,
    textElement('Email', address.email),
  ]);
}

function textContent(text: string): string {
  return textElement('x', text)?.slice(3, -4) ?? '';
}

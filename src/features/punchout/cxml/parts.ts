import type { Amount } from '../../../base/money.ts';
import type { CartItem } from '../cart.ts';
import { element, textElement } from './element.ts';

/** An amount in a currency. */
export function moneyXml(amount: Amount, currency: string): string {
  return element('Money', { currency }, amount);
}

/** Article numbers as received; blanks and commas of the auxiliary number are significant. */
export function itemIdXml(item: Pick<CartItem, 'item_number' | 'auxiliary_id' | 'buyer_number'>): string {
  return element('ItemID', {}, [
    textElement('SupplierPartID', item.item_number) ?? '<SupplierPartID/>',
    textElement('SupplierPartAuxiliaryID', item.auxiliary_id),
    textElement('BuyerPartID', item.buyer_number),
  ]);
}

/** Description and price of an item. Class and unit are mandatory, so missing ones get defaults. */
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

/** Address of a company or person. */
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
  /** With its country code, such as `+49 40 1234`. */
  readonly phone?: string | null;
  /** Identifier of the address at the shop or the company. */
  readonly id: string | null;
}

/** An address. The DTD requires street and city, and shops may refuse an address without them. */
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
    phoneXml(address),
  ]);
}

/** The DTD wants the parts of a number; the country code is taken off, area and number stay together. */
function phoneXml({ phone = null, country }: PostalAddress): string | null {
  if (phone === null) return null;
  const [, code = '', number = ''] = /^\s*(?:\+|00)?(\d{1,3})[\s/-]+(.+)$/.exec(phone) ?? [];
  return element('Phone', {}, [
    element('TelephoneNumber', {}, [
      textElement('CountryCode', code, { isoCountryCode: country }) ??
        element('CountryCode', { isoCountryCode: country }),
      '<AreaOrCityCode/>',
      textElement('Number', code === '' ? phone : number),
    ]),
  ]);
}

function textContent(text: string): string {
  return textElement('x', text)?.slice(3, -4) ?? '';
}

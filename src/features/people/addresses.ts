import type { FieldProblem } from '../../base/refusal.ts';
import type { Row } from '../../entity/entity.ts';
import { country } from '../../entity/kinds/chosen.ts';
import { phone, phoneCountryCode } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** Common fields of delivery addresses of companies and people (DATA-11, VAL-34). */
export const addressFields = {
  address: text({ required: true }),
  address_complement: text(),
  zipcode: text({ required: true }),
  city: text({ required: true }),
  country: country({ required: true, initial: 'DE' }),
  consignee: text(),
  dropoff_location: text(),
  phone_country_code: phoneCountryCode(),
  phone_number: phone(),
  active: flag({ initial: true }),
};

export const addressColumns = [
  'address',
  'address_complement',
  'zipcode',
  'city',
  'country',
  'consignee',
  'dropoff_location',
  'phone_country_code',
  'phone_number',
] as const;

/** Phone country code and number: both or neither (VAL-34). */
export function checkPhone(row: Row): readonly FieldProblem[] {
  if ((row.phone_country_code ?? null) === null && (row.phone_number ?? null) !== null) {
    return [{ field: 'phone_country_code', code: 'field_required' }];
  }
  if ((row.phone_number ?? null) === null && (row.phone_country_code ?? null) !== null) {
    return [{ field: 'phone_number', code: 'field_required' }];
  }
  return [];
}

/** The federal states of Germany by their codes (ISO 3166-2:DE), whose public holidays count (CON-29). */
export const federalStates = [
  'BW',
  'BY',
  'BE',
  'BB',
  'HB',
  'HH',
  'HE',
  'MV',
  'NI',
  'NW',
  'RP',
  'SL',
  'SN',
  'ST',
  'SH',
  'TH',
] as const;
